package timemory.mpi

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import timemory.mpi.launched.Launched

class LaunchedTest {
    private fun read(vararg variables: Pair<String, String>): String? =
        Launched.of(mapOf(*variables)::get)?.run { "$launcher: $rank of $size, $localRank, job $job" }

    @Test
    fun eachLauncherIsKnownByItsVariables() {
        assertEquals(
            "Open MPI: 2 of 4, 1, job 354418689",
            read(
                "OMPI_COMM_WORLD_RANK" to "2", "OMPI_COMM_WORLD_SIZE" to "4", "OMPI_COMM_WORLD_LOCAL_RANK" to "1", "PMIX_RANK" to "2",
                "PMIX_NAMESPACE" to "354418689",
            ),
        )
        assertEquals("PMI: 3 of 8, 0, job null", read("PMI_RANK" to "3", "PMI_SIZE" to "8", "MPI_LOCALRANKID" to "0"))
        assertEquals("MVAPICH: 1 of 2, null, job null", read("MV2_COMM_WORLD_RANK" to "1", "MV2_COMM_WORLD_SIZE" to "2"))
        assertEquals(
            "PALS: 0 of 16, 0, job a1",
            read("PALS_RANKID" to "0", "PMI_SIZE" to "16", "PALS_LOCAL_RANKID" to "0", "PALS_APID" to "a1"),
        )
        assertEquals(
            "Flux: 5 of 6, 2, job f2",
            read("FLUX_TASK_RANK" to "5", "FLUX_JOB_SIZE" to "6", "FLUX_TASK_LOCAL_ID" to "2", "FLUX_JOB_ID" to "f2"),
        )
        assertEquals("PMIx: 1 of null, null, job prte.1@0", read("PMIX_RANK" to "1", "PMIX_NAMESPACE" to "prte.1@0"))
        assertEquals(
            "Slurm: 7 of 12, 3, job 99.0",
            read(
                "SLURM_PROCID" to "7", "SLURM_STEP_NUM_TASKS" to "12", "SLURM_NTASKS" to "24", "SLURM_LOCALID" to "3",
                "SLURM_JOB_ID" to "99",
                "SLURM_STEP_ID" to "0",
            ),
        )
    }

    @Test
    fun theInnermostLauncherCounts() {
        val slurm = arrayOf("SLURM_PROCID" to "0", "SLURM_NTASKS" to "2", "SLURM_STEP_ID" to "1", "SLURM_JOB_ID" to "9")
        assertEquals("PMI: 3 of 4, null, job null", read("PMI_RANK" to "3", "PMI_SIZE" to "4", *slurm))
        assertEquals("Open MPI: 1 of 4, null, job null", read("OMPI_COMM_WORLD_RANK" to "1", "OMPI_COMM_WORLD_SIZE" to "4", *slurm))
    }

    @Test
    fun whatIsNoRankIsNone() {
        assertNull(read())
        // A batch script: srun starts the ranks.
        assertNull(read("SLURM_PROCID" to "0", "SLURM_NTASKS" to "4", "SLURM_JOB_ID" to "9"))
        assertNull(read("PMI_RANK" to "first", "PMI_SIZE" to "2"))
        assertNull(read("PMI_RANK" to "-1", "PMI_SIZE" to "2"))
    }

    @Test
    fun filesOfAJobAreInOneFolderAndDifferByRank() {
        val named = Launched("Slurm", 7, 12, 3, "../99.0").place()
        assertEquals("job-.._99.0", named.folder)
        assertEquals("-7", named.suffix)
        assertEquals(listOf("LAUNCHER" to "Slurm", "RANK" to "7", "RANKS" to "12", "LOCAL_RANK" to "3", "JOB" to "../99.0"), named.facts)
        assertEquals("ranks-of-4", Launched("PMI", 0, 4, null, null).place().folder)
    }
}
