package timemory.export.data.internal

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonPrimitive
import timemory.export.ranks.MergedProcess
import timemory.export.wire.internal.MAX_RANK

/**
 * Reads the processes that `results.timemory.json` was merged from, in ascending rank order: rank, machine, process ID and stamp of each.
 * They are read one by one because the list may exceed the maximum length of a value.
 */
internal fun readMergedProcesses(cursor: JsonCursor): List<MergedProcess> {
    val processes = ArrayList<MergedProcess>()
    cursor.elements {
        val slice = cursor.slice()
        val row = slice.decode(JsonArray.serializer())
        fun number(index: Int): Long = row.getOrNull(index)?.whole() ?: slice.isNot("a process: rank, machine, number and stamp")
        val rank = number(0)
        val last = processes.lastOrNull()?.rank ?: (NO_RANK - 1)
        if (rank !in last + 1L..MAX_RANK) slice.isNot("a process with a higher rank than the previous one")
        val host = (row.getOrNull(1) as? JsonPrimitive)?.takeIf { it.isString } ?: slice.isNot("the name of a machine")
        processes.add(MergedProcess(rank.toInt(), host.content, number(2), number(3)))
    }
    return processes
}

private const val NO_RANK = -1
