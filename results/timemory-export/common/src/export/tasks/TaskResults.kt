package timemory.export.tasks

import kotlin.jvm.JvmStatic
import timemory.InternalTimemoryApi
import timemory.export.data.ResultsBuilder
import timemory.export.data.UnreadableResultsException
import timemory.export.wire.internal.MergePart
import timemory.export.wire.internal.WireFiles.OWN_RANKS
import timemory.export.wire.internal.decodeWire
import timemory.export.wire.internal.encodeTask
import timemory.export.wire.internal.mergeWire
import timemory.results.Metric
import timemory.results.Results

/**
 * Encodes and merges the results of cluster tasks in the wire form. A task takes the place of a process, and its partition is its rank. The
 * process that ran a task and its machine are not included: there are many tasks, and each should take only a few bytes.
 *
 * ### Thread-safety
 * Thread-safe.
 */
@InternalTimemoryApi
public object TaskResults {
    /** Returns the results of one task in the wire form. */
    @JvmStatic
    public fun encode(results: Results): ByteArray = encodeTask(results)

    /**
     * Returns the merged [parts], with the differences between tasks at each node. Numbers are added in the order of the parts.
     *
     * @param partitions of each part, if it is of one task; -1 for several that were merged
     * @param maxNodes the maximum number of nodes of a component: beyond it, the deepest and smallest are folded into nodes `(others)`
     * @throws UnreadableResultsException with the position and the error
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun merge(parts: List<ByteArray>, partitions: IntArray, maxNodes: Int): ByteArray {
        require(parts.isNotEmpty() && parts.size == partitions.size) { "${parts.size} parts of ${partitions.size} partitions" }
        return unreadableUnless {
            mergeWire(
                parts.mapIndexed { i, part -> MergePart(part, if (partitions[i] < 0) OWN_RANKS else partitions[i], withMedians = true) },
                maxNodes,
            )
        }
    }

    /**
     * Returns [task] with the results that others measured in it, its [parts], below [path].
     *
     * @throws UnreadableResultsException with the position and the error
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun withInside(task: ByteArray, path: List<String>, parts: List<ByteArray>): ByteArray = unreadableUnless {
        val builder = ResultsBuilder()
        decodeWire(task, builder)
        for (part in parts) {
            val results = ResultsBuilder().also { decodeWire(part, it) }.build()
            for (graph in results.graphs) builder.graph(Metric.of(graph.type)).graft(path, graph)
        }
        encodeTask(builder.build())
    }

    /**
     * Returns the merged results of executors, with the differences between executors at each node.
     *
     * @param byExecutor the merged results of each executor's tasks
     * @param numbers the ID of each executor
     * @throws UnreadableResultsException with the position and the error
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun mergeExecutors(byExecutor: List<ByteArray>, numbers: IntArray, maxNodes: Int): ByteArray =
        merge(unreadableUnless { byExecutor.map(::asOneProcess) }, numbers, maxNodes)
}

/** Returns [tasks] of one process as results of that process, without the differences between tasks. */
internal fun asOneProcess(tasks: ByteArray): ByteArray {
    val builder = ResultsBuilder()
    decodeWire(tasks, builder)
    builder.processCount = 1
    return encodeTask(builder.build())
}

internal inline fun <T> unreadableUnless(read: () -> T): T = try {
    read()
} catch (failure: Exception) {
    throw UnreadableResultsException("the results of a task ${failure.message}", failure)
}
