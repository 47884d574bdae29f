package timemory.mpi

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi
import timemory.export.data.ResultsBuilder
import timemory.export.wire.WireResults
import timemory.export.wire.internal.hostName
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.end
import timemory.internal.callgraph.knownSettings
import timemory.internal.platform.Ffi
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

    /** Of this process in MPI_COMM_WORLD. */
    private class Place(val rank: Int, val size: Int)

    /** Programs ask after MPI_Finalize as well, when MPI does not answer any more. */
    @Volatile
    private var knownPlace: Place? = null

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
                Ffi.withMemory(8L) { into -> mpi.require("MPI_Init_thread", 0L, 0L, mpi.threadLevel(wanted), into) }
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
        place()
        if (knownSettings().mpiJoinTimeout == 0) return false
        return lock.hold { isAttached || attachTo(mpi).also { isAttached = it } }
    }

    /** The rank of this process in `MPI_COMM_WORLD`, also after MPI has ended; 0 where MPI is not there or was not initialised. */
    @JvmStatic
    public val rank: Int get() = place()?.rank ?: 0

    /** How many ranks there are, or were when MPI ended; 1 where MPI is not there or was not initialised. */
    @JvmStatic
    public val size: Int get() = place()?.size ?: 1

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

    /** Loading a library runs its code, so two threads may do so at once: it is the same library, and the first one stays. */
    private fun loaded(mustBe: Boolean): MpiLibrary? {
        library?.let { return it }
        val found = try {
            if (mustBe) MpiLibrary.load(knownSettings().mpiLibrary) else if (Ffi.unavailable == null) MpiLibrary.loaded() else null
        } catch (failure: UnsupportedOperationException) {
            if (mustBe) throw failure
            printError("timemory: ${failure.message}")
            null
        }
        return lock.hold { library ?: found.also { library = it } }
    }

    private fun isRunning(mpi: MpiLibrary) = mpi.intOf("MPI_Initialized") != 0 && mpi.intOf("MPI_Finalized") == 0

    private fun place(): Place? = knownPlace ?: loaded(mustBe = false)?.takeIf(::isRunning)?.let { mpi ->
        Place(mpi.intOf("MPI_Comm_rank", mpi.world), mpi.intOf("MPI_Comm_size", mpi.world)).also { knownPlace = it }
    }

    /** By an attribute of MPI_COMM_SELF, whose deletion is the first thing that MPI_Finalize does, whoever calls it. */
    private fun attachTo(mpi: MpiLibrary): Boolean = Ffi.withMemory(8L) { key ->
        val deletes = Ffi.callback { _, _, _, _, _ -> joinGuarded(mpi) }
        mpi.require("MPI_Comm_create_keyval", mpi.copiesNothing, deletes, key, 0L)
        mpi.require("MPI_Comm_set_attr", mpi.self, Ffi.intAt(key).toLong(), 0L)
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
        val tree = MpiTree(mpi, ::report)
        val own = measuredBefore(settings) { tree.areAllHere(settings.mpiJoinTimeout) }
        val bytes = encoded(own.results, tree.rank)
        val outcome = try {
            if (own.isWithOthers) {
                val groups = settings.rankGroups(tree.rank, mpi.intOf("MPI_Comm_size", mpi.world), ::report)
                tree.gather(bytes, groups, ofMachine = { writeOfMachine(it, settings) }) { some, others ->
                    WireResults.merge(listOf(some, others), settings.maxNodes)
                }
            } else {
                MpiTree.Outcome(listOf(bytes), isOfAll = false)
            }
        } catch (failure: Exception) {
            report("the results of rank ${tree.rank} are written apart: ${failure.message}")
            MpiTree.Outcome(listOf(bytes), isOfAll = false)
        }
        val apart = prefixOfRank(tree.rank)
        if (bytes.isEmpty()) write(own.results, settings.forRanks(apart))
        val groups = outcome.groups.filter { it.isNotEmpty() }
        if (groups.isNotEmpty()) settings.writeGroups(groups, if (outcome.isOfAll) "" else apart, ::report, ::write)
    }

    /** Nothing where they cannot be encoded: the other ranks wait for a message all the same. */
    private fun encoded(results: Results, rank: Int): ByteArray = try {
        WireResults.encode(results, rank)
    } catch (failure: Throwable) {
        report("the results of rank $rank cannot be joined with others: ${failure.message ?: failure}")
        ByteArray(0)
    }

    /** Whatever fails: the ranks of other machines wait. */
    private fun writeOfMachine(bytes: ByteArray, settings: Settings) {
        if (!settings.mpiOutputPerNode) return
        try {
            write(WireResults.decode(bytes), settings.forRanks("node-${hostName()}-"))
        } catch (failure: Throwable) {
            report("the results of this machine are not written: ${failure.message ?: failure}")
        }
    }

    /** What this rank measured, and whether all ranks came to join theirs. */
    private class Own(val results: Results, val isWithOthers: Boolean)

    /**
     * Ends measuring before [wait], which does not count. What was measured is written where the process is ended meanwhile, as by its
     * launcher when another rank fails.
     */
    private fun measuredBefore(settings: Settings, wait: () -> Boolean): Own {
        val kept = Kept(settings)
        SessionHooks.addShutdownHook(kept.atProcessEnd)
        try {
            val results = end(write = false) ?: ResultsBuilder().build()
            if (settings.mpiOutputPerRank) write(results, settings) else kept.results = results
            return Own(results, wait())
        } finally {
            kept.results = null
            SessionHooks.removeShutdownHook(kept.atProcessEnd)
        }
    }

    private class Kept(private val settings: Settings) {
        @Volatile
        var results: Results? = null

        val atProcessEnd: () -> Unit = { if (settings.autoOutput) results?.let { write(it, settings) } }
    }

    private fun report(what: String) = printError("timemory: $what")

    private fun write(results: Results, settings: Settings) {
        if (results.graphs.isEmpty()) return
        writeResults(results, settings, console = ::println, report = ::report)
    }
}
