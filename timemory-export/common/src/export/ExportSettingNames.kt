package timemory.export

import timemory.settings.Setting
import timemory.settings.flag

/** The settings of this module. Names and defaults are timemory's where it has the setting. */
internal object ExportSettingNames {
    private val all = ArrayList<Setting<*>>()

    val settings: List<Setting<*>> get() = all

    val flamegraphOutput =
        add(flag("FLAMEGRAPH_OUTPUT", "Whether .flamegraph.json files are written, of trace events for Chrome and Perfetto", true))
    val htmlOutput = add(flag("HTML_OUTPUT", "Whether report.html is written; on the JVM it takes timemory-jvm", true))
    val plotOutput = add(
        flag(
            "PLOT_OUTPUT",
            "Whether pictures of each component are written: .svg, and on the JVM .png besides, where java.desktop and " +
                "a font are there",
            false,
        ),
    )

    private fun <T : Any> add(setting: Setting<T>): Setting<T> = setting.also { all.add(it) }
}
