package timemory.export

import kotlin.jvm.JvmField
import kotlin.jvm.JvmStatic
import timemory.export.internal.ComponentFiles
import timemory.export.internal.HtmlReport
import timemory.export.internal.OtlpProfiles
import timemory.export.internal.OtlpResource
import timemory.export.internal.OverTime
import timemory.export.internal.Perfetto
import timemory.export.internal.Pprof
import timemory.export.internal.Series
import timemory.export.internal.WholeWidths
import timemory.export.internal.XmlWriter
import timemory.export.internal.additiveSeriesOf
import timemory.export.internal.formatOfAll
import timemory.export.internal.formatOfComponents
import timemory.export.internal.part
import timemory.export.internal.programOf
import timemory.export.internal.reportTemplate
import timemory.export.internal.titleOf
import timemory.export.internal.writeCaliperSplit
import timemory.export.internal.writeChromeTrace
import timemory.export.internal.writeCollapsedStacks
import timemory.export.internal.writeCsv
import timemory.export.internal.writeMetadata
import timemory.export.internal.writeOpenMetrics
import timemory.export.internal.writeSpeedscope
import timemory.export.internal.writeTimeSeries
import timemory.export.wire.internal.encodeWire
import timemory.internal.lean.*
import timemory.internal.platform.FileOutput
import timemory.internal.platform.writeAtomically
import timemory.output.ResultFormat
import timemory.plot.ofPictures
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.percentilesOf

/** The export formats: timemory's JSON, the formats of other tools, the HTML report and plots. All of them are in [ResultFormat.all]. */
public object ExportFormats {
    /** timemory's flat JSON layout. */
    @JvmField
    public val JSON: ResultFormat =
        formatOfComponents("json", "timemory's flat JSON of each component", "json") { out, results, graph, settings ->
            ComponentFiles(results, graph, settings).writeFlat(out)
        }

    /** timemory's tree JSON layout, which Hatchet reads. */
    @JvmField
    public val TREE: ResultFormat =
        formatOfComponents("tree", "timemory's tree of each component, for Hatchet", "tree.json") { out, results, graph, settings ->
            ComponentFiles(results, graph, settings).writeTree(out)
        }

    /** Facts about this process and its settings. Not in [all], because results read from a file belong to another process. */
    internal val METADATA: ResultFormat =
        formatOfAll("metadata", "The process and its settings", "json", name = "metadata") { out, results, settings ->
            writeMetadata(out, results, settings)
        }

    /** Chrome trace events. */
    @JvmField
    public val FLAMEGRAPH: ResultFormat =
        ofSeries("flamegraph", "Trace events of each component, for Chrome and Perfetto", "flamegraph.json") { out, results, series ->
            writeChromeTrace(out, results, series)
        }

    /** timemory's XML. */
    @JvmField
    public val XML: ResultFormat =
        formatOfComponents("xml", "timemory's XML of each component", "xml") { out, results, graph, settings ->
            ComponentFiles(results, graph, settings).writeFlat(XmlWriter(out))
            out.append('\n')
        }

    /** The HTML report. */
    @JvmField
    public val HTML: ResultFormat = PageFormat.HTML

    /** SVG plots, for browsers, papers and any other SVG viewer. */
    @JvmField
    public val SVG: ResultFormat =
        ofPictures("svg", "Plots of each component: bars, and a flame graph if values add up", "svg") { out, picture ->
            picture.writeSvg(out)
        }

    /** One compact binary file with everything, to be merged with the files of other processes. */
    @JvmField
    public val WIRE: ResultFormat =
        formatOfAll(
            "wire", "All results in one binary file, for merging those of many processes", "tmy",
        ) { out, results, settings -> encodeWire(results, settings).let { out.bytes(it, it.size) } }

    /** Process metrics sampled at intervals. No file is written if there are none. */
    @JvmField
    public val TIME_SERIES: ResultFormat = ResultFormat(
        "timeseries", "Comma-separated values over time of components that are read at intervals", "csv", isCompressed = false,
    ) { results ->
        if (OverTime.rowsOf(results) == null) emptyList() else listOf(part("timeseries") { out, _ -> writeTimeSeries(out, results) })
    }

    /** All formats, in listing order. */
    @JvmStatic
    public val all: List<ResultFormat> = listOf(
        JSON,
        TREE,
        FLAMEGRAPH,
        XML,
        HTML,
        formatOfAll(
            "csv", "One table of comma-separated values, for spreadsheets and statistics",
            "csv",
        ) { out, results, settings -> writeCsv(out, results, percentilesOf(settings.percentiles).orEmpty()) },
        ofSeries(
            "collapsed", "Collapsed stacks of each component, for flame graph tools", "collapsed",
            name = { series -> series.label + WholeWidths(series).scale.let { if (it.isEmpty()) "" else ".$it" } },
        ) { out, _, series -> writeCollapsedStacks(out, series) },
        formatOfAll("speedscope", "Profiles for speedscope", "speedscope.json") { out, results, _ -> writeSpeedscope(out, results) },
        formatOfAll("perfetto", "A trace for Perfetto", "perfetto-trace") { out, results, _ -> Perfetto(results).write(out) },
        formatOfAll("pprof", "A profile for pprof", "pb.gz", isCompressed = true) { out, results, _ -> Pprof(results).write(out) },
        ResultFormat(
            "otlp", "OpenTelemetry profiles (alpha; opentelemetry-proto 1.10 and later)", "otlp.pb", isCompressed = false,
        ) { results -> otlpParts(results) },
        formatOfAll(
            "caliper", "Caliper's json-split, for Hatchet and Thicket",
            "cali.json",
        ) { out, results, _ -> writeCaliperSplit(out, results) },
        formatOfAll("openmetrics", "OpenMetrics text, for Prometheus", "prom") { out, results, settings ->
            writeOpenMetrics(out, results, percentilesOf(settings.percentiles).orEmpty())
        },
        WIRE,
        SVG,
        TIME_SERIES,
    )

    /**
     * Writes an HTML report that compares [before] with [after] to the file [path].
     *
     * @throws Exception with the reason if the file cannot be written
     */
    @JvmStatic
    public fun writeComparison(path: String, before: Results, after: Results, nameBefore: String, nameAfter: String) {
        val report = HtmlReport(reportTemplate())
        writeAtomically(path) { report.write(it, "$nameBefore and $nameAfter", listOf(nameBefore to before, nameAfter to after)) }
    }
}

/** The HTML report in its own object, so that programs that write only this format do not load the code of the others. */
internal object PageFormat {
    @JvmField
    val HTML: ResultFormat =
        formatOfAll(
            "html", "An HTML page with tables, flame graphs and timelines", "html",
            name = "report",
        ) { out, results, settings ->
            val page = HtmlReport(reportTemplate(), percentilesOf(settings.percentiles).orEmpty())
            page.write(out, programOf(results), listOf(titleOf(results) to results))
        }
}

private fun ofSeries(
    id: String,
    description: String,
    extension: String,
    name: (Series) -> String = { it.label },
    write: (FileOutput, Results, Series) -> Unit,
) = ResultFormat(id, description, extension, isCompressed = false) { results ->
    additiveSeriesOf(results).map { series -> part(name(series)) { out, _ -> write(out, results, series) } }
}

/** One file per OTLP message, which a receiver accepts unchanged. Built eagerly because the number of messages is not known in advance. */
private fun otlpParts(results: Results): List<ResultFormat.Part> =
    OtlpProfiles(results, OtlpResource.of(results, Settings.DEFAULT)).messages().map { message ->
        part("results") { out, _ -> out.bytes(message, message.size) }
    }
