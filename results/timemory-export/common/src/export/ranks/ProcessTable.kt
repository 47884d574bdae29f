package timemory.export.ranks

import timemory.internal.text.JsonWriter
import timemory.output.CompactFacts
import timemory.results.Results

/**
 * A process that results are of.
 *
 * @property rank the number that its launcher gave it, or its place in the order in which results were merged; -1 where there is none
 * @property host the machine; empty where that is not known
 * @property processId its number there; 0 where that is not known
 */
public class MergedProcess internal constructor(
    public val rank: Int,
    public val host: String,
    public val processId: Long,
    /** Distinguishes results of processes with the same number: when they were written, most often. 0 where that is not known. */
    internal val stamp: Long,
) {
    /** Whether it is known that [other] is the same results of the same process. */
    internal fun isSameAs(other: MergedProcess): Boolean = isKnown && identity == other.identity

    internal val isKnown: Boolean get() = processId != 0L && host.isNotEmpty() && stamp != 0L

    internal val identity: Any get() = Triple(host, processId, stamp)

    internal fun withRank(rank: Int): MergedProcess = MergedProcess(rank, host, processId, stamp)

    override fun toString(): String =
        "process $processId" + (if (host.isEmpty()) "" else " on $host") + (if (rank < 0) "" else ", rank $rank")
}

/**
 * What is known of results of several processes beside their call graphs.
 *
 * @property mpiSize how many ranks of one MPI program they are; 1 where they are not of one
 * @property groups the results of each group of ranks, where files of timemory's layout are to have each for itself
 */
internal class ResultsFacts(
    val processes: List<MergedProcess>,
    val mpiSize: Int = 1,
    val groups: List<Results> = emptyList(),
) : CompactFacts {
    override fun writeTo(json: JsonWriter) {
        if (processes.size < 2) return // it is the process of the file
        json.name("processes")
        json.beginArray()
        for (process in processes) {
            json.beginArray()
            json.value(process.rank.toLong())
            json.value(process.host)
            json.value(process.processId)
            json.value(process.stamp)
            json.endArray()
        }
        json.endArray()
    }
}

/** The processes that these results were merged of, by rank; none where files do not say. */
public val Results.processes: List<MergedProcess>
    get() = (attachments as? ResultsFacts)?.processes ?: emptyList()
