package timemory.export

import timemory.settings.SettingList
import timemory.settings.flag

/** The settings of this module. Names and defaults are timemory's where it has the setting. */
internal object ExportSettingNames : SettingList() {
    val flamegraphOutput =
        add(flag("FLAMEGRAPH_OUTPUT", "Whether .flamegraph.json files are written, of trace events for Chrome and Perfetto", false))
    val htmlOutput = add(flag("HTML_OUTPUT", "Whether report.html is written", true))
    val plotOutput = add(
        flag(
            "PLOT_OUTPUT",
            "Whether pictures of each component are written: .svg, and on the JVM .png as well, where java.desktop and " +
                "a font are there",
            false,
        ),
    )
}
