package timemory.export

import timemory.export.internal.hasReportTemplate
import timemory.export.internal.settingsOfTimemoryNotOffered
import timemory.internal.lean.*
import timemory.kokkos.KokkosSettingNames
import timemory.mpi.MpiSettingNames
import timemory.mpi.ownPlace
import timemory.nccl.NcclSettingNames
import timemory.openmp.OpenMpSettingNames
import timemory.output.FormatProvider
import timemory.output.JobPlace
import timemory.output.ResultFormat
import timemory.plot.imageFormats
import timemory.settings.NotOffered
import timemory.settings.Setting
import timemory.settings.Settings
import timemory.settings.SettingsProvider

/** Adds this module's formats and settings to the core's. */
internal class ExportProvider : FormatProvider, SettingsProvider {
    // Repeated here so that settings can be read without loading the format writers.
    override val ids: List<String>
        get() = listOf(
            "json", "tree", "flamegraph", "xml", "html", "csv", "collapsed", "speedscope", "perfetto", "pprof", "otlp", "caliper",
            "openmetrics", "wire", "svg", "timeseries",
        )

    override val formats: List<ResultFormat> get() = ExportFormats.all

    override val settings: List<Setting<*>> get() =
        ExportSettingNames.own + MpiSettingNames.own + NcclSettingNames.own + KokkosSettingNames.own + OpenMpSettingNames.own

    override val notOffered: List<NotOffered> get() = settingsOfTimemoryNotOffered()

    override val place: JobPlace? get() = ownPlace

    override fun formatsAtEnd(settings: Settings, report: (String) -> Unit): List<ResultFormat> {
        val formats = ArrayList<ResultFormat>()
        if (settings.jsonOutput) formats.add(ExportFormats.JSON)
        if (settings.treeOutput) formats.add(ExportFormats.TREE)
        if (settings.jsonOutput) formats.add(ExportFormats.METADATA)
        if (settings.flamegraphOutput) formats.add(ExportFormats.FLAMEGRAPH)
        // A missing report template matters only to users who asked for the report.
        if (settings.htmlOutput && (hasReportTemplate() || settings.isSet(ExportSettingNames.htmlOutput))) formats.add(PageFormat.HTML)
        if (settings.plotOutput) {
            formats.add(ExportFormats.SVG)
            formats.addAll(imageFormats(report))
        }
        return formats
    }
}
