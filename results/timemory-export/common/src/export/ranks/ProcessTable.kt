package timemory.export.ranks

import timemory.internal.text.JsonWriter
import timemory.output.CompactFacts
import timemory.results.Results

/**
 * A process that contributed to results.
 *
 * @property rank its rank from the launcher, or its index in the merge order; -1 if there is none
 * @property host the machine; empty if unknown
 * @property processId the process ID there; 0 if unknown
 */
public class MergedProcess internal constructor(
    public val rank: Int,
    public val host: String,
    public val processId: Long,
    /** Distinguishes results of processes with the same ID: usually the time they were written. 0 if unknown. */
    internal val stamp: Long,
) {
    /** Returns whether [other] is known to be the same results of the same process. */
    internal fun isSameAs(other: MergedProcess): Boolean = isKnown && identity == other.identity

    internal val isKnown: Boolean get() = processId != 0L && host.isNotEmpty() && stamp != 0L

    internal val identity: Any get() = Triple(host, processId, stamp)

    internal fun withRank(rank: Int): MergedProcess = MergedProcess(rank, host, processId, stamp)

    override fun toString(): String =
        "process $processId" + (if (host.isEmpty()) "" else " on $host") + (if (rank < 0) "" else ", rank $rank")
}

/**
 * Facts about results of several processes, apart from their call graphs.
 *
 * @property mpiSize the number of ranks if they are of one MPI program; 1 otherwise
 * @property groups the results of each group of ranks, if files in timemory's layout keep them separate
 */
internal class ResultsFacts(
    val processes: List<MergedProcess>,
    val mpiSize: Int = 1,
    val groups: List<Results> = emptyList(),
) : CompactFacts {
    override fun writeTo(json: JsonWriter) {
        if (processes.size < 2) return // a single process is the process of the file
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

/** The processes that these results were merged from, by rank; empty if files do not list them. */
public val Results.processes: List<MergedProcess>
    get() = (attachments as? ResultsFacts)?.processes ?: emptyList()
