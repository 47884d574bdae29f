package timemory.output

import kotlin.jvm.JvmField
import kotlin.jvm.JvmStatic
import timemory.export.HtmlReport
import timemory.export.Perfetto
import timemory.export.Pprof
import timemory.export.Series
import timemory.export.additiveSeriesOf
import timemory.export.reportTemplate
import timemory.export.writeCaliperSplit
import timemory.export.writeChromeTrace
import timemory.export.writeCollapsedStacks
import timemory.export.writeCsv
import timemory.export.writeOpenMetrics
import timemory.export.writeSpeedscope
import timemory.internal.platform.FileOutput
import timemory.internal.platform.writeAtomically
import timemory.plot.Picture
import timemory.plot.PictureStyle
import timemory.results.CallGraph
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.printable
import timemory.settings.wordsOf

/**
 * A kind of file that results are written as.
 *
 * @property id what settings and commands call it
 * @property description one sentence
 * @property extension what file names end with, without the first dot
 */
public class ResultFormat private constructor(
    public val id: String,
    public val description: String,
    public val extension: String,
    private val isCompressed: Boolean,
    private val parts: (Results) -> List<Part>,
) {
    /** What one file of the format holds: one component, one number, or everything. */
    private class Part(val name: String, val write: (FileOutput, Settings) -> Unit)

    /** A file that is to be written: its name, and what writes it into a directory. */
    internal class File(val name: String, private val content: (String) -> Unit) {
        /** Writes it into [directory], which exists. */
        fun write(directory: String) = content(directory.trimEnd('/') + "/" + name)
    }

    /**
     * Writes the files of [results] into [directory], which exists, in place of those of the same names, and returns their paths. Fails
     * with the first that cannot be written; those written before that are whole.
     */
    public fun write(results: Results, settings: Settings, directory: String): List<String> = files(results, settings).map { file ->
        file.write(directory)
        directory.trimEnd('/') + "/" + file.name
    }

    /** The files that [results] are written to. */
    internal fun files(results: Results, settings: Settings): List<File> {
        val names = HashSet<String>()
        val isPacked = isCompressed || settings.gzipOutput
        val ending = if (settings.gzipOutput && !isCompressed) "$extension.gz" else extension
        return parts(results).map { part ->
            // Two components of one label must not write over each other.
            val name = generateSequence(1) { it + 1 }.map { if (it == 1) part.name else "${part.name}-$it" }.first(names::add)
            File(settings.fileNameOf(name, results) + "." + ending) { path -> writeAtomically(path, isPacked) { part.write(it, settings) } }
        }
    }

    override fun toString(): String = id

    public companion object {
        private fun ofComponents(id: String, description: String, extension: String, write: (FileOutput, Results, CallGraph, Settings) -> Unit) =
            ResultFormat(id, description, extension, isCompressed = false) { results ->
                results.graphs.map { graph -> Part(graph.type.label) { out, settings -> write(out, results, graph, settings) } }
            }

        private fun ofSeries(id: String, description: String, extension: String, write: (FileOutput, Results, Series) -> Unit) =
            ResultFormat(id, description, extension, isCompressed = false) { results ->
                additiveSeriesOf(results).map { series -> Part(series.label) { out, _ -> write(out, results, series) } }
            }

        private fun ofAll(
            id: String,
            description: String,
            extension: String,
            isCompressed: Boolean = false,
            name: String = "results",
            write: (FileOutput, Results, Settings) -> Unit,
        ) = ResultFormat(id, description, extension, isCompressed) { results ->
            listOf(Part(name) { out, settings -> write(out, results, settings) })
        }

        /** Pictures of each number of each component, which [write] writes. */
        internal fun ofPictures(id: String, description: String, extension: String, write: (FileOutput, Picture) -> Unit) =
            ResultFormat(id, description, extension, isCompressed = false) { results ->
                Picture.plans(results).map { plan ->
                    Part(plan.name) { out, settings -> write(out, plan.picture(plan.name, PictureStyle.DEFAULT, settings)) }
                }
            }

        /** A table of each component, as on the console. */
        @JvmField
        public val TEXT: ResultFormat = ofComponents("text", "A table of each component", "txt") { out, _, graph, settings ->
            TextTable(graph, settings).writeTo(out)
        }

        /** timemory's flat layout. */
        @JvmField
        public val JSON: ResultFormat = ofComponents("json", "timemory's flat JSON of each component", "json") { out, results, graph, settings ->
            ComponentFiles(results, graph, settings).writeFlat(out)
        }

        /** timemory's tree, which Hatchet reads. */
        @JvmField
        public val TREE: ResultFormat = ofComponents("tree", "timemory's tree of each component, for Hatchet", "tree.json") { out, results, graph, settings ->
            ComponentFiles(results, graph, settings).writeTree(out)
        }

        /** Chrome's trace events. */
        @JvmField
        public val FLAMEGRAPH: ResultFormat =
            ofSeries("flamegraph", "Trace events of each component, for Chrome and Perfetto", "flamegraph.json", ::writeChromeTrace)

        /** A page to look at. */
        @JvmField
        public val HTML: ResultFormat = ofAll("html", "One page with tables, flame graphs and timelines, to look at in a browser", "html", name = "report") { out, results, _ ->
            HtmlReport(reportTemplate()).write(out, "timemory", listOf("process ${results.processId}" to results))
        }

        /** Pictures for browsers, papers and whatever shows SVG. */
        @JvmField
        public val SVG: ResultFormat =
            ofPictures("svg", "Pictures of each component: bars, and a flame graph where values add up", "svg") { out, picture -> picture.writeSvg(out) }

        /** What this process is and how it is measured: not to be written of results that another one measured. */
        internal val METADATA: ResultFormat = ofAll("metadata", "The process and its settings", "json", name = "metadata") { out, results, settings ->
            writeMetadata(out, results, settings)
        }

        /** Every format that results can be written as, in the order in which listings show them. */
        @JvmField
        public val ALL: List<ResultFormat> = listOf(
            TEXT,
            JSON,
            TREE,
            FLAMEGRAPH,
            ofComponents("xml", "timemory's XML of each component", "xml") { out, results, graph, settings ->
                ComponentFiles(results, graph, settings).writeXml(out)
            },
            HTML,
            ofAll("csv", "One table of comma-separated values, for spreadsheets and statistics", "csv") { out, results, _ -> writeCsv(out, results) },
            ofSeries("collapsed", "Collapsed stacks of each component, for flame graph tools", "collapsed") { out, _, series ->
                writeCollapsedStacks(out, series)
            },
            ofAll("speedscope", "Profiles for speedscope", "speedscope.json") { out, results, _ -> writeSpeedscope(out, results) },
            ofAll("perfetto", "A trace for Perfetto", "perfetto-trace") { out, results, _ -> Perfetto(results).write(out) },
            ofAll("pprof", "A profile for pprof", "pb.gz", isCompressed = true) { out, results, _ -> Pprof(results).write(out) },
            ofAll("caliper", "Caliper's json-split, for Hatchet and Thicket", "cali.json") { out, results, _ -> writeCaliperSplit(out, results) },
            ofAll("openmetrics", "OpenMetrics text, for Prometheus", "prom") { out, results, _ -> writeOpenMetrics(out, results) },
            SVG,
        )

        /**
         * Writes a page that compares [before] with [after] to the file [path].
         *
         * @throws Exception with the reason, when it cannot be written
         */
        @JvmStatic
        public fun writeComparison(path: String, before: Results, after: Results, nameBefore: String, nameAfter: String) {
            val report = HtmlReport(reportTemplate())
            writeAtomically(path) { report.write(it, "$nameBefore and $nameAfter", listOf(nameBefore to before, nameAfter to after)) }
        }

        /**
         * The formats that [text] names by their ids.
         *
         * @throws IllegalArgumentException for a name that is none
         */
        @JvmStatic
        public fun listOf(text: String): List<ResultFormat> = wordsOf(text).map { word ->
            requireNotNull(ALL.firstOrNull { it.id == word.lowercase() }) {
                "'${printable(word)}' is no format; there are ${ALL.joinToString { it.id }}"
            }
        }.distinct()
    }
}
