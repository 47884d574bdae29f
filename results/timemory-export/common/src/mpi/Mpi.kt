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

/** Which threads of a program may call MPI, and when: the levels of the MPI standard. */
@ExperimentalTimemoryApi
public enum class MpiThreadLevel { SINGLE, FUNNELED, SERIALIZED, MULTIPLE }

/**
 * MPI support for programs in Kotlin, Java, or any other JVM language: `MPI_Finalize` joins the results of all ranks, rank 0 writes them,
 * and each node of the call graph shows how the ranks differ.
 *
 * The MPI library is found at run time: Open MPI, MPICH and compatible ones, or any with the MPI 5 ABI. On the JVM this requires Java 22 or
 * later, `timemory-jvm`, and native access (`--enable-native-access=ALL-UNNAMED`).
 *
 * A program whose own binding initialises MPI calls [attach] after that, on all ranks. A program without a binding uses [init] and
 * [finish].
 *
 * ### Thread-safety
 * Like MPI itself: call it from the thread that initialises MPI and later calls `MPI_Finalize`.
 */
@ExperimentalTimemoryApi
public object Mpi {
    private val lock = Lock()
    private var library: MpiLibrary? = null
    private var isAttached = false
    private var isOurs = false

    /** Rank of this process and size of MPI_COMM_WORLD. */
    private class Place(val rank: Int, val size: Int)

    /** Cached because programs also ask after MPI_Finalize, when MPI may no longer be called. */
    @Volatile
    private var knownPlace: Place? = null

    /**
     * Initialises MPI if needed, and arranges for the results of all ranks to be joined when it ends. Every rank must call it.
     *
     * @param level the requested thread level; the setting `MPI_THREAD_TYPE` overrides it if set
     * @return the level that the library provides
     * @throws UnsupportedOperationException if there is no MPI library, or no way to call it
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
     * Arranges for the results of all ranks to be joined in `MPI_Finalize`, which the program calls itself. Every rank must call it, after
     * MPI was initialised; calling it again has no effect.
     *
     * @return whether they will be joined: `false` if the process has no MPI library, MPI is not initialised or already finalized, or
     * `MPI_JOIN_TIMEOUT` is 0
     */
    @JvmStatic
    public fun attach(): Boolean {
        val mpi = loaded(mustBe = false) ?: return false
        if (!isRunning(mpi)) return false
        place()
        if (knownSettings().mpiJoinTimeout == 0) return false
        return lock.hold { isAttached || attachTo(mpi).also { isAttached = it } }
    }

    /** The rank of this process in `MPI_COMM_WORLD`, even after MPI has ended; 0 if MPI is missing or was not initialised. */
    @JvmStatic
    public val rank: Int get() = place()?.rank ?: 0

    /** The number of ranks, even after MPI has ended; 1 if MPI is missing or was not initialised. */
    @JvmStatic
    public val size: Int get() = place()?.size ?: 1

    /** Waits until all ranks have called it. Does nothing if MPI is missing or not initialised. */
    @JvmStatic
    public fun barrier() {
        val mpi = loaded(mustBe = false) ?: return
        if (isRunning(mpi)) mpi.require("MPI_Barrier", mpi.world)
    }

    /** Joins the results of all ranks and finalizes MPI, if [init] initialised it. */
    @JvmStatic
    public fun finish() {
        val mpi = loaded(mustBe = false) ?: return
        if (isOurs && isRunning(mpi)) mpi.require("MPI_Finalize")
    }

    /**
     * Not locked, because loading a library runs its code. If two threads load it at the same time, they get the same library, and the
     * first wrapper is kept.
     */
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

    /** By an attribute of MPI_COMM_SELF, whose deletion is the first thing that MPI_Finalize does, no matter who calls it. */
    private fun attachTo(mpi: MpiLibrary): Boolean = Ffi.withMemory(8L) { key ->
        val deletes = Ffi.callback { _, _, _, _, _ -> joinGuarded(mpi) }
        mpi.require("MPI_Comm_create_keyval", mpi.copiesNothing, deletes, key, 0L)
        mpi.require("MPI_Comm_set_attr", mpi.self, Ffi.intAt(key).toLong(), 0L)
        true
    }

    /** Called from MPI, so it must not throw. */
    private fun joinGuarded(mpi: MpiLibrary) {
        try {
            join(mpi)
        } catch (failure: Throwable) {
            report("the results of the ranks are not merged: $failure")
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
            report("the results of rank ${tree.rank} are written separately: ${failure.message}")
            MpiTree.Outcome(listOf(bytes), isOfAll = false)
        }
        val apart = prefixOfRank(tree.rank)
        if (bytes.isEmpty()) write(own.results, settings.forRanks(apart))
        val groups = outcome.groups.filter { it.isNotEmpty() }
        if (groups.isNotEmpty()) settings.writeGroups(groups, if (outcome.isOfAll) "" else apart, ::report, ::write)
    }

    /** Returns nothing if encoding fails, because the other ranks are still waiting for a message. */
    private fun encoded(results: Results, rank: Int): ByteArray = try {
        WireResults.encode(results, rank)
    } catch (failure: Throwable) {
        report("the results of rank $rank cannot be merged with others: ${failure.message ?: failure}")
        ByteArray(0)
    }

    /** Ignores failures, because the ranks of other machines are waiting. */
    private fun writeOfMachine(bytes: ByteArray, settings: Settings) {
        if (!settings.mpiOutputPerNode) return
        try {
            write(WireResults.decode(bytes), settings.forRanks("node-${hostName()}-"))
        } catch (failure: Throwable) {
            report("the results of this machine are not written: ${failure.message ?: failure}")
        }
    }

    /** The results of this rank, and whether all ranks have arrived to join theirs. */
    private class Own(val results: Results, val isWithOthers: Boolean)

    /**
     * Stops measuring before [wait], which is not part of the measurement. The results are written if the process is terminated meanwhile,
     * for example by its launcher after another rank failed.
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
