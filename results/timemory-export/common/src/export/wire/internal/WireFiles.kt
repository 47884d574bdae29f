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
import timemory.export.data.internal.mostRegions
import timemory.export.data.internal.readHead
import timemory.export.ranks.MergedProcess
import timemory.mpi.launched.Launched
import timemory.results.Results

/** What `timemory merge` does with files: it reads only what it has to of each, and many at a time. */
@InternalTimemoryApi
public object WireFiles {
    /** The rank of a [Part] that was merged before: its processes have theirs. */
    public const val OWN_RANKS: Int = -1

    /**
     * What the begin of a file says.
     *
     * @property isWire whether it is in the wire form
     * @property processCount of how many processes it is
     * @property processes which ones, as far as it says
     */
    public class Begin internal constructor(
        public val isWire: Boolean,
        public val processCount: Int,
        public val processes: List<MergedProcess>,
        /** How many ranks the job has that the process is one of; 0 where that is not known. */
        public val jobSize: Int,
    )

    /**
     * Reads the begin of a file of results of this library; `null` where it is another one, which may be of other tools.
     *
     * @throws UnreadableResultsException with the rest of a sentence that begins with the name of the file
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

    /** What is wrong with a file is said when all of it is read. */
    private fun headOf(source: ByteSource): RunHead? = try {
        readHead(source)
    } catch (_: UnusableData) {
        null
    }

    /** Equal for results that are known to be the same, of one process; `null` where that is not known. */
    @JvmStatic
    public fun identityOf(process: MergedProcess): Any? = if (process.isKnown) process.identity else null

    /** Reads [source] to its end, which fails where anything in it is wrong. */
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
     * One of the results to be merged.
     *
     * @property rank of its process, or what is added to the ranks of its processes, or [OWN_RANKS]
     * @property isKept whether its values are kept for each node
     */
    public class Part @JvmOverloads constructor(
        internal val source: ByteSource,
        internal val rank: Int,
        internal val isKept: Boolean = false,
    )

    /** Results that cannot be merged: those of part [part]. */
    public class BrokenFileException internal constructor(public val part: Int, message: String, cause: Throwable) :
        Exception(message, cause)

    /**
     * [parts] as one, in the wire form.
     *
     * @throws BrokenFileException with the rest of a sentence that begins with the name of the file
     * @throws UnreadableResultsException where all of them together are too much
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

    /** [bytes] as a source. */
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

    /** [results] in the wire form, of the process [rank] where they are of one. */
    @JvmStatic
    public fun encode(results: Results, rank: Int): ByteArray = encodeWire(results, rank = rank)

    /** The results that [bytes] are of, in the wire form. */
    @JvmStatic
    public fun decode(bytes: ByteArray): Results = reading { ResultsBuilder(mostRegions()).also { decodeWire(bytes, it) }.build() }

    /** [results] with each number in a label replaced by `#`, and siblings joined that are then the same. */
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
