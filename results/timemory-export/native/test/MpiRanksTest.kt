@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.toKString
import platform.posix.getenv
import platform.posix.getpid
import timemory.export.data.SavedResults
import timemory.export.htmlOutput
import timemory.export.ranks.RankStatistics
import timemory.mpi.Mpi

/** Kotlin/Native programs of several ranks, which are copies of this program: each rank runs [program]. */
class MpiRanksTest {
    private val directory = shell("mktemp -d").trim()

    @AfterTest
    fun removeFiles() {
        shell("rm -rf '$directory'")
    }

    @Test
    fun program() {
        val output = getenv(OUTPUT)?.toKString() ?: return // not running as one of several
        Timemory.init {
            outputPath = output
            textOutput = false
            htmlOutput = false
        }
        Mpi.init()
        val tools = bundle<TripCount>()
        tools.measure("solve") {
            repeat(if (Mpi.rank == 1) 70 else 10) { tools.measure("step") { } }
            Mpi.barrier()
        }
        println("rank ${Mpi.rank} of ${Mpi.size}")
        Mpi.finish()
    }

    @Test
    fun theRanksOfAProgramHaveOneCallGraph() {
        val libraries = listOf("openmpi", "mpich").filter { hasTool("mpirun.$it") }
        if (isEmulated) return println("the MPI of this machine is not that of the emulated one")
        if (libraries.isEmpty()) return println("neither Open MPI nor MPICH is installed (mpirun.openmpi, mpirun.mpich)")
        for (library in libraries) {
            val options = if (library == "openmpi") "--oversubscribe --allow-run-as-root" else ""
            val printed = shell(
                "$OUTPUT='$directory/$library' timeout -k 5 120 mpirun.$library $options -n 3 /proc/${getpid()}/exe " +
                    "--ktest_gradle_filter='timemory.MpiRanksTest.program' 2>&1",
            )
            for (rank in 0 until 3) assertContains(printed, "rank $rank of 3", message = library)
            val results = SavedResults.read("$directory/$library")
            assertEquals(3, results.processCount, library)
            val step = results["trip_count"]!!.find("solve", "step")!!
            assertEquals(90L, step.inclusive.laps, library)
            val ranks = RankStatistics.of(step)!!.inclusive()
            assertEquals(listOf(70.0, 10.0, 1, 0), listOf(ranks.max, ranks.min, ranks.maxRank, ranks.minRank), library)
        }
    }

    private companion object {
        const val OUTPUT = "TEST_MPI_OUTPUT"
    }
}
