package timemory.export.wire.internal

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.InternalTimemoryApi
import timemory.export.data.ResultsBuilder
import timemory.export.data.UnreadableResultsException
import timemory.export.data.internal.BegunSource
import timemory.export.data.internal.ByteSource
import timemory.export.data.internal.RunHead
import timemory.export.data.internal.UnusableData
import timemory.export.data.internal.maxRegions
import timemory.export.data.internal.readHead
import timemory.export.ranks.MergedProcess
import timemory.mpi.launched.Launched
import timemory.results.Results

/** The file operations of `timemory merge`. They read only as much of each file as needed, and many files at a time. */
@InternalTimemoryApi
public object WireFiles {
    /** The rank of a [Part] that was merged before and whose processes keep their ranks. */
    public const val OWN_RANKS: Int = -1

    /**
     * The header of a results file.
     *
     * @property isWire whether it is in the wire form
     * @property processCount how many processes it comes from
     * @property processes those processes, if the file lists them
     */
    public class Begin internal constructor(
        public val isWire: Boolean,
        public val processCount: Int,
        public val processes: List<MergedProcess>,
        /** The number of ranks in the process's job; 0 if unknown. */
        public val jobSize: Int,
    )

    /**
     * Reads the header of a results file of this library; `null` for any other file, which may belong to another tool.
     *
     * @throws UnreadableResultsException with a message to be prefixed by the file name
     */
    @JvmStatic
    @Throws(Exception::class)
    public fun begin(source: ByteSource): Begin? = reading {
        val begun = BegunSource(source, WireHead.MAGIC.size)
        if (begun.startsWith(WireHead.MAGIC)) {
            val head = WireHead.read(WireInput(begun))
            Begin(true, head.processCount, head.processes, jobSizeIn(head.metadata?.environment))
        } else {
            headOf(begun)?.let { head -> Begin(false, head.processCount, processesOf(head), jobSizeIn(head.environment)) }
        }
    }

    private fun jobSizeIn(environment: Map<String, String>?): Int = environment?.let { Launched.of(it::get) }?.size ?: 0

    private fun processesOf(head: RunHead): List<MergedProcess> =
        if (head.processCount != 1 || head.processes.size == 1) head.processes
        else listOf(processOf(head.processId, head.info, head.environment))

    /** Errors in a file are reported when all of it is read. */
    private fun headOf(source: ByteSource): RunHead? = try {
        readHead(source)
    } catch (_: UnusableData) {
        null
    }

    /** Returns a key that is equal for the same results of the same process; `null` if that cannot be determined. */
    @JvmStatic
    public fun identityOf(process: MergedProcess): Any? = if (process.isKnown) process.identity else null

    /** Reads [source] to its end and fails if anything in it is wrong. */
    @JvmStatic
    @Throws(Exception::class)
    public fun check(source: ByteSource): Unit = reading {
        val stream = WireStream(WireInput(source))
        while (stream.component != null) {
            stream.begin()
            while (stream.node.depth >= 0) stream.advance()
        }
        stream.finish()
    }

    /**
     * One of the results to merge.
     *
     * @property rank of its process, or an offset for the ranks of its processes, or [OWN_RANKS]
     * @property isKept whether its values are kept for each node
     */
    public class Part @JvmOverloads constructor(
        internal val source: ByteSource,
        internal val rank: Int,
        internal val isKept: Boolean = false,
    )

    /** Thrown if results cannot be merged because of part [part]. */
    public class BrokenFileException internal constructor(public val part: Int, message: String, cause: Throwable) :
        Exception(message, cause)

    /**
     * Returns the merged [parts] in the wire form.
     *
     * @throws BrokenFileException with a message to be prefixed by the file name
     * @throws UnreadableResultsException if all of them together are too large
     */
    @JvmStatic
    @Throws(BrokenFileException::class, UnreadableResultsException::class)
    public fun merge(parts: List<Part>, maxNodes: Int): ByteArray = try {
        mergeWire(parts.map { MergePart(it.source, it.rank, it.isKept) }, maxNodes)
    } catch (failure: BrokenPart) {
        throw BrokenFileException(failure.index, failure.message.orEmpty(), failure.cause ?: failure)
    } catch (failure: UnusableData) {
        throw UnreadableResultsException("the merged results ${failure.message}", failure)
    }

    /** Returns a source that reads [bytes]. */
    @JvmStatic
    public fun sourceOf(bytes: ByteArray): ByteSource {
        var at = 0
        return ByteSource { into, offset ->
            val count = minOf(bytes.size - at, into.size - offset)
            bytes.copyInto(into, offset, at, at + count)
            at += count
            if (count == 0) -1 else count
        }
    }

    /** Returns [results] in the wire form, with [rank] if they come from a single process. */
    @JvmStatic
    public fun encode(results: Results, rank: Int): ByteArray = encodeWire(results, rank = rank)

    /** Returns the results that [bytes] contain in the wire form. */
    @JvmStatic
    public fun decode(bytes: ByteArray): Results = reading { ResultsBuilder(maxRegions()).also { decodeWire(bytes, it) }.build() }

    /** Returns [results] with each number in a label replaced by `#`, and siblings joined that are then equal. */
    @JvmStatic
    public fun foldNumbers(results: Results): Results = foldNumbersIn(results)

    private inline fun <T> reading(read: () -> T): T = try {
        read()
    } catch (failure: UnusableData) {
        throw UnreadableResultsException(failure.message.orEmpty(), failure)
    } catch (failure: IllegalArgumentException) {
        throw UnreadableResultsException(failure.message.orEmpty(), failure)
    }
}
