package timemory.export.data.internal

import kotlinx.serialization.builtins.serializer
import timemory.export.data.RunMetadata
import timemory.export.ranks.MergedProcess

/** The part of a JSON run file that precedes the components. */
internal class RunHead {
    var processId: Long = 0L
    var processCount: Int = 1

    /** The processes that were merged; empty if the file does not list them. */
    var processes: List<MergedProcess> = emptyList()
    var info: Map<String, String> = emptyMap()
    var environment: Map<String, String> = emptyMap()
}

/** Reads the start of `results.timemory.json` or another JSON run; `null` if [source] is something else. */
internal fun readHead(source: ByteSource): RunHead? {
    val cursor = JsonCursor(source)
    val head = RunHead()
    if (cursor.next() != JsonToken.BEGIN_OBJECT) return null
    while (true) {
        if (cursor.next() != JsonToken.NAME) return head
        when (cursor.name) {
            "timemory" -> if (cursor.peek() == JsonToken.VALUE) cursor.skip() else return null
            "processId" -> head.processId = cursor.slice().decode(Long.serializer())
            "processCount" -> head.processCount = cursor.slice().decode(Int.serializer())
            "processes" -> head.processes = readMergedProcesses(cursor)
            "metadata" -> cursor.slice().decode(RunMetadata.serializer()).let {
                head.info = it.info
                head.environment = it.environment
            }
            "version", "threadCount", "threadNames", "problems" -> cursor.skip()
            else -> return head
        }
    }
}
