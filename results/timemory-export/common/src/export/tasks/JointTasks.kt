package timemory.export.tasks

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.InternalTimemoryApi
import timemory.Timemory
import timemory.export.data.ResultsBuilder
import timemory.export.data.UnreadableResultsException
import timemory.export.internal.HtmlReport
import timemory.export.internal.reportTemplate
import timemory.export.wire.internal.decodeWire
import timemory.export.wire.internal.encodeWire
import timemory.output.writeResults
import timemory.results.Metric
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.settings.SettingsBuilder

/**
 * Joins the results of a program and of its cluster tasks into one call graph: the results of tasks are below the program's region that
 * requested them, as concurrent work that is not subtracted from the region's exclusive value.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 *
 * @param program the program's own results
 * @param maxNodes the maximum number of nodes over all components
 */
@InternalTimemoryApi
public class JointTasks(program: Results, private val maxNodes: Int) {
    private val builder = ResultsBuilder(maxNodes).also { decodeWire(encodeWire(program), it) }

    /** Number of processes in the results. */
    public var processCount: Int by builder::processCount

    /** Records a problem with the numbers, as a sentence. */
    public fun problem(sentence: String): Unit = builder.problem(sentence)

    /** An entry of the run's metadata: [name] in capitals. */
    public fun fact(name: String, value: String) {
        val known = builder.metadata ?: RunMetadataFacts(emptyMap(), emptyMap(), emptyList(), emptyMap())
        builder.metadata = RunMetadataFacts(known.info + (name to value), known.environment, known.commandLine, known.settings)
    }

    /**
     * Adds the results of [tasks], in the wire form, below [path].
     *
     * @param areTasks whether tasks rather than processes are compared there
     * @throws UnreadableResultsException with the position and the error
     */
    @Throws(UnreadableResultsException::class)
    @JvmOverloads
    public fun add(path: List<String>, tasks: ByteArray, areTasks: Boolean = true) {
        val part = ResultsBuilder(maxNodes)
        unreadableUnless {
            decodeWire(tasks, part)
            if (areTasks) part.ofTasks()
        }
        val results = part.build()
        if (!builder.hasRoomFor(results, path.size)) {
            throw UnreadableResultsException("there are too many kinds of stages: the limit of regions is reached")
        }
        for (graph in results.graphs) builder.graph(Metric.of(graph.type)).graft(path, graph)
        results.problems.forEach(builder::problem)
        builder.threadCount += results.threadCount
    }

    /**
     * Marks the node at [path] as running within its parent's time, because the parent waited for it: the time is subtracted from the
     * parent's exclusive value. If the node took longer than its parent, it counts as concurrent, and none of the parent's time is
     * exclusive.
     */
    public fun putInside(path: List<String>, metric: Metric): Unit = builder.graph(metric).putInside(path)

    /** Adds [laps] of [metric] at [path], as concurrent work: [values] in raw units. */
    public fun note(path: List<String>, metric: Metric, values: LongArray): Unit = builder.graph(metric).noteLaps(path, values)

    /** Returns the results so far. */
    public fun build(): Results = builder.build()

    public companion object {
        /** Returns the HTML report of [results]. */
        @JvmStatic
        public fun page(results: Results, title: String): String =
            StringBuilder().also { HtmlReport(reportTemplate()).write(it, title, listOf(title to results)) }.toString()

        /**
         * Writes [results] to files in [folder] according to the settings of this process, in [formats] if given. Returns the paths.
         *
         * @param report receives what cannot be written, as sentences
         */
        @JvmStatic
        public fun write(results: Results, folder: String, formats: String, report: (String) -> Unit): List<String> {
            val known = Timemory.settings
            val settings = known.with(
                SettingsBuilder().apply {
                    outputPath = folder
                    timeOutput = false
                    coutOutput = false
                    fileOutput = true
                    if (formats.isNotEmpty()) outputFormats = formats
                },
            )
            return writeResults(results, settings, {}, report)
        }
    }
}
