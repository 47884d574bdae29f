@file:kotlin.jvm.JvmName("ResultTexts")

package timemory.output

import timemory.results.CallGraph
import timemory.settings.Settings

/**
 * The table that is printed of this call graph, in units and with the digits that [settings] ask for, to be shown on [screen]: a terminal
 * gets as many regions as `CONSOLE_MAX_ROWS` says, a file or another program all of them.
 */
public fun CallGraph.table(settings: Settings, screen: Screen): String =
    buildString { TextTable(this@table, settings, screen, if (screen.isUnbounded) 0 else settings.consoleMaxRows).writeTo(this) }
