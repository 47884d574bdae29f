package timemory.mpi

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi
import timemory.export.data.ResultsBuilder
import timemory.export.wire.WireResults
import timemory.export.wire.internal.hostName
import timemory.internal.callgraph.end
import timemory.internal.callgraph.knownSettings
import timemory.internal.platform.Foreign
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.printError
import timemory.internal.platform.withMemory
import timemory.output.writeResults
import timemory.results.Results
import timemory.settings.Settings

/** How many threads of a program may call MPI, and when: the levels of the MPI standard. */
@ExperimentalTimemoryApi
public enum class MpiThreadLevel { SINGLE, FUNNELED, SERIALIZED, MULTIPLE }

/**
 * Programs of many ranks in Kotlin, Java, or any other language of the JVM: the results of all ranks become one in `MPI_Finalize`,
 * written by rank 0, and each node of the call graph shows how the ranks differ.
 *
 * The MPI library is found when the program runs: Open MPI, MPICH and those like it, or any with the binary interface of MPI 5. On the JVM
 * that takes Java 22 or later, `timemory-jvm`, and native access (`--enable-native-access=ALL-UNNAMED`).
 *
 * A program whose own binding initialises MPI calls [attach] after that, on all ranks. One without a binding has [init] and [finish].
 *
 * ### Thread-safety
 * As MPI has it: to be called by the thread that initialises MPI, which is also the one that calls `MPI_Finalize`.
 */
@ExperimentalTimemoryApi
public object Mpi {
    private val lock = Lock()
    private var library: MpiLibrary? = null
    private var isAttached = false
    private var isOurs = false

    /**
     * Initialises MPI, unless it is, and has the results of all ranks joined in its end. Every rank must call it.
     *
     * @param level of threads that is asked for; the setting `MPI_THREAD_TYPE` counts instead where it is set
     * @return the level that the library provides
     * @throws UnsupportedOperationException where there is no MPI library, or no way to call it
     */
    @JvmStatic
    @JvmOverloads
    public fun init(level: MpiThreadLevel = MpiThreadLevel.FUNNELED): MpiThreadLevel {
        val mpi = loaded(mustBe = true)!!
        val settings = knownSettings()
        if (mpi.intOf("MPI_Initialized") == 0) {
            val set = settings.mpiThreadType.takeIf { settings.isSet(MpiSettingNames.mpiThreadType) }
            val wanted = MpiThreadLevel.entries.firstOrNull { it.name.equals(set, ignoreCase = true) } ?: level
            if (settings.mpiThread) {
                Foreign.withMemory(8L) { into -> mpi.require("MPI_Init_thread", 0L, 0L, mpi.threadLevel(wanted), into) }
            } else {
                mpi.require("MPI_Init", 0L, 0L)
            }
            isOurs = true
        }
        attach()
        return mpi.threadLevelOf(mpi.intOf("MPI_Query_thread"))
    }

    /**
     * Has the results of all ranks joined in `MPI_Finalize`, which the program calls itself. Every rank must call it, after MPI was
     * initialised; once is enough.
     *
     * @return whether they will be: not where there is no MPI in the process, it is not initialised or at its end, or `MPI_JOIN_TIMEOUT`
     * is 0
     */
    @JvmStatic
    public fun attach(): Boolean {
        val mpi = loaded(mustBe = false) ?: return false
        if (!isRunning(mpi)) return false
        if (knownSettings().mpiJoinTimeout == 0) return false
        return lock.hold { isAttached || attachTo(mpi).also { isAttached = it } }
    }

    /** The rank of this process in `MPI_COMM_WORLD`; 0 where MPI is not there or not initialised. */
    @JvmStatic
    public val rank: Int get() = worldNumber("MPI_Comm_rank", 0)

    /** How many ranks there are; 1 where MPI is not there or not initialised. */
    @JvmStatic
    public val size: Int get() = worldNumber("MPI_Comm_size", 1)

    /** Waits for all ranks to come here. Does nothing where MPI is not there or not initialised. */
    @JvmStatic
    public fun barrier() {
        val mpi = loaded(mustBe = false) ?: return
        if (isRunning(mpi)) mpi.require("MPI_Barrier", mpi.world)
    }

    /** Joins the results of all ranks and ends MPI, where [init] has begun it. */
    @JvmStatic
    public fun finish() {
        val mpi = loaded(mustBe = false) ?: return
        if (isOurs && isRunning(mpi)) mpi.require("MPI_Finalize")
    }

    private fun loaded(mustBe: Boolean): MpiLibrary? = library ?: lock.hold {
        library ?: try {
            if (mustBe) MpiLibrary.load(knownSettings().mpiLibrary) else if (Foreign.unavailable == null) MpiLibrary.loaded() else null
        } catch (failure: UnsupportedOperationException) {
            if (mustBe) throw failure
            printError("timemory: ${failure.message}")
            null
        }.also { library = it }
    }

    private fun isRunning(mpi: MpiLibrary) = mpi.intOf("MPI_Initialized") != 0 && mpi.intOf("MPI_Finalized") == 0

    private fun worldNumber(name: String, otherwise: Int): Int {
        val mpi = loaded(mustBe = false) ?: return otherwise
        return if (isRunning(mpi)) mpi.intOf(name, mpi.world) else otherwise
    }

    /** By an attribute of MPI_COMM_SELF, whose deletion is the first thing that MPI_Finalize does, whoever calls it. */
    private fun attachTo(mpi: MpiLibrary): Boolean = Foreign.withMemory(8L) { key ->
        val deletes = Foreign.callback { _, _, _, _, _ -> joinGuarded(mpi) }
        mpi.require("MPI_Comm_create_keyval", mpi.copiesNothing, deletes, key, 0L)
        mpi.require("MPI_Comm_set_attr", mpi.self, Foreign.intAt(key).toLong(), 0L)
        true
    }

    /** MPI is above: nothing may be thrown. */
    private fun joinGuarded(mpi: MpiLibrary) {
        try {
            join(mpi)
        } catch (failure: Throwable) {
            report("the results of the ranks are not joined: $failure")
        }
    }

    private fun join(mpi: MpiLibrary) {
        val settings = knownSettings()
        val own = end(write = false) ?: ResultsBuilder().build()
        val tree = MpiTree(mpi, ::report)
        if (settings.mpiOutputPerRank) write(own, settings)
        val outcome = try {
            tree.gather(
                WireResults.encode(own, tree.rank), settings.mpiJoinTimeout,
                settings.rankGroups(tree.rank, mpi.intOf("MPI_Comm_size", mpi.world), ::report),
                ofMachine = { if (settings.mpiOutputPerNode) write(WireResults.decode(it), settings.forRanks("node-${hostName()}-")) },
                merge = { some, others -> WireResults.merge(listOf(some, others), settings.maxNodes) },
            )
        } catch (failure: Exception) {
            report("the results of rank ${tree.rank} are written apart: ${failure.message}")
            MpiTree.Outcome(listOf(WireResults.encode(own, tree.rank)), isOfAll = false)
        }
        if (outcome.groups.isEmpty()) return
        settings.writeGroups(outcome.groups, if (outcome.isOfAll) "" else prefixOfRank(tree.rank), ::report, ::write)
    }

    private fun report(what: String) = printError("timemory: $what")

    private fun write(results: Results, settings: Settings) {
        if (results.graphs.isEmpty()) return
        writeResults(results, settings, console = ::println, report = ::report)
    }
}
