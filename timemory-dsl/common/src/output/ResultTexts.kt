@file:kotlin.jvm.JvmName("ResultTexts")

package timemory.output

import timemory.results.CallGraph
import timemory.results.Results
import timemory.settings.Settings

/**
 * The table that is printed of this call graph, in units and with the digits that [settings] ask for, to be shown on [screen]: a terminal
 * gets as many regions as `CONSOLE_MAX_ROWS` says, a file or another program all of them.
 */
public fun CallGraph.table(settings: Settings, screen: Screen): String =
    buildString { TextTable(this@table, settings, screen, if (screen.isUnbounded) 0 else settings.consoleMaxRows).writeTo(this) }

/**
 * Returns what the console shows of these results: a headline and one tree with columns for each component, or with `CONSOLE=tables` a
 * [table] for each component. A terminal shows as many regions as `CONSOLE_MAX_ROWS` says.
 */
public fun Results.consoleText(settings: Settings, screen: Screen): String = buildString {
    if (settings.showsTables) {
        for (graph in graphs) append('\n').append(graph.table(settings, screen))
    } else if (graphs.isNotEmpty()) {
        append('\n').append(treeText(settings, screen, if (screen.isUnbounded) 0 else settings.consoleMaxRows))
    }
}

/** The headline, and the tree below it. */
internal fun Results.treeText(settings: Settings, screen: Screen, maxRows: Int): String = buildString {
    val headline = headlineOf(this@treeText)
    if (headline.isNotEmpty()) append(headline).append("\n\n")
    TreeTable(this@treeText, settings, screen, maxRows).writeTo(this)
}

/** Whether the console shows a table for each component instead of one tree. */
internal val Settings.showsTables: Boolean get() = console == "tables"
