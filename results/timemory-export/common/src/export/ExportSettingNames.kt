package timemory.export

import timemory.settings.SettingList
import timemory.settings.flag

/** The settings of this module. Names and defaults match timemory's if it has the setting. */
internal object ExportSettingNames : SettingList() {
    val flamegraphOutput =
        add(
            flag("FLAMEGRAPH_OUTPUT", "Write .flamegraph.json files with trace events for Chrome and Perfetto", false)
                .whenCompatible("true"),
        )
    val htmlOutput = add(flag("HTML_OUTPUT", "Write report.html", true))
    val plotOutput = add(
        flag(
            "PLOT_OUTPUT",
            "Write images of each component: .svg, and on the JVM also .png if java.desktop and a font are available",
            false,
        ),
    )
}
