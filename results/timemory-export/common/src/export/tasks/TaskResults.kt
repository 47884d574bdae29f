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
 * What tasks of a cluster measured, in the wire form, where a task takes the place of a process: its partition is its rank. Which process
 * ran a task is not in it, nor what kind of machine that was: there are many tasks, and each is to cost a few bytes.
 *
 * ### Thread-safety
 * All functions can be called by any thread.
 */
@InternalTimemoryApi
public object TaskResults {
    /** [results] of one task. */
    @JvmStatic
    public fun encode(results: Results): ByteArray = encodeTask(results)

    /**
     * What all [parts] are together, with how tasks differ at each node. Numbers are added in the order of the parts.
     *
     * @param partitions of part `i`, where it is of one task; -1 for several that were merged
     * @param maxNodes how many nodes a component may have: the deepest and smallest of more are folded into nodes `(others)`
     * @throws UnreadableResultsException with the place and what is wrong there
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
     * [task] with what others measured in it, its [parts], below [path].
     *
     * @throws UnreadableResultsException with the place and what is wrong there
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
     * What executors had their tasks measure, with how executors differ at each node.
     *
     * @param byExecutor what all tasks of each measured
     * @param numbers by which each is called
     * @throws UnreadableResultsException with the place and what is wrong there
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun mergeExecutors(byExecutor: List<ByteArray>, numbers: IntArray, maxNodes: Int): ByteArray =
        merge(unreadableUnless { byExecutor.map(::asOneProcess) }, numbers, maxNodes)
}

/** [tasks] that one process ran, as that process: how they differ is left out. */
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
