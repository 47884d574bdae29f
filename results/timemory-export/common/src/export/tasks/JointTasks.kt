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
 * The results of a program and of the tasks that a cluster ran for it, in one call graph: what tasks measured hangs below the program's
 * region that asked for it. It ran beside that, and is not subtracted from its exclusive value.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 *
 * @param program what the program itself measured
 * @param maxNodes how many nodes there may be, all components together
 */
@InternalTimemoryApi
public class JointTasks(program: Results, private val maxNodes: Int) {
    private val builder = ResultsBuilder(maxNodes).also { decodeWire(encodeWire(program), it) }

    /** Of how many processes the results are. */
    public var processCount: Int by builder::processCount

    /** Something that is wrong with the numbers, as a sentence. */
    public fun problem(sentence: String): Unit = builder.problem(sentence)

    /** Something to be said of the run, in the metadata: [name] in capitals. */
    public fun fact(name: String, value: String) {
        val known = builder.metadata ?: RunMetadataFacts(emptyMap(), emptyMap(), emptyList(), emptyMap())
        builder.metadata = RunMetadataFacts(known.info + (name to value), known.environment, known.commandLine, known.settings)
    }

    /**
     * Adds what [tasks] measured, in the wire form, below [path].
     *
     * @param areTasks whether it is tasks that are compared there, and not processes
     * @throws UnreadableResultsException with the place and what is wrong there
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
            throw UnreadableResultsException("there are too many kinds of stages: there is no room for more regions")
        }
        for (graph in results.graphs) builder.graph(Metric.of(graph.type)).graft(path, graph)
        results.problems.forEach(builder::problem)
        builder.threadCount += results.threadCount
    }

    /**
     * The node at [path] ran in the time of the one that it hangs below, which waited for it: that is less its own time. Where it took longer,
     * it ran beside it, and nothing of that time is its own.
     */
    public fun putInside(path: List<String>, metric: Metric): Unit = builder.graph(metric).putInside(path)

    /** Notes [laps] of [metric] at [path], beside what is around: [values] in raw units. */
    public fun note(path: List<String>, metric: Metric, values: LongArray): Unit = builder.graph(metric).noteLaps(path, values)

    /** The results so far. */
    public fun build(): Results = builder.build()

    public companion object {
        /** The page that shows [results]. */
        @JvmStatic
        public fun page(results: Results, title: String): String =
            StringBuilder().also { HtmlReport(reportTemplate()).write(it, title, listOf(title to results)) }.toString()

        /**
         * Writes [results] to files in [folder] as the settings of this process say, in [formats] where those are given. Returns the paths.
         *
         * @param report gets what cannot be written, as sentences
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
