// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from ExportSettingNames.kt.

@file:kotlin.jvm.JvmName("ExportProperties")

package timemory.export

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Write .flamegraph.json files with trace events for Chrome and Perfetto (`FLAMEGRAPH_OUTPUT`, false). */
public val Settings.flamegraphOutput: Boolean get() = get(ExportSettingNames.flamegraphOutput)

/** See [Settings.flamegraphOutput]. */
public var SettingsBuilder.flamegraphOutput: Boolean
    get() = get(ExportSettingNames.flamegraphOutput)
    set(value) = assign(ExportSettingNames.flamegraphOutput, value)

/** Write report.html (`HTML_OUTPUT`, true). */
public val Settings.htmlOutput: Boolean get() = get(ExportSettingNames.htmlOutput)

/** See [Settings.htmlOutput]. */
public var SettingsBuilder.htmlOutput: Boolean
    get() = get(ExportSettingNames.htmlOutput)
    set(value) = assign(ExportSettingNames.htmlOutput, value)

/** Write images of each component: .svg, and on the JVM also .png if java.desktop and a font are available (`PLOT_OUTPUT`, false). */
public val Settings.plotOutput: Boolean get() = get(ExportSettingNames.plotOutput)

/** See [Settings.plotOutput]. */
public var SettingsBuilder.plotOutput: Boolean
    get() = get(ExportSettingNames.plotOutput)
    set(value) = assign(ExportSettingNames.plotOutput, value)
