package timemory.timem

import timemory.internal.text.fixed
import timemory.internal.text.visible

/** The report as text, in the layout of timemory's timem: the number, its unit, its label. */
internal class TextReport(private val results: Results) {
    private val options = results.options
    private val rank = results.rank
    private val prefix = if (rank == null) "" else rank.number.toString().padStart(RANK_WIDTH) + "|>"
    private val width = if (rank == null) WIDTH else WIDTH_BEHIND_RANK
    private val out = StringBuilder()

    fun write(): String {
        for (measured in results.commands) {
            if (options.repeat > 1) severalRuns(measured) else oneRun(measured)
        }
        if (results.commands.size == 2) comparison()
        return out.toString()
    }

    private fun oneRun(measured: Measured) {
        val run = measured.runs.single()
        header(measured.shownName, "Measurement totals")
        valuesOf(run, options).forEach(::line)
        notes(measured.shownName, run)
        if (options.rows > 0) overTime(measured.shownName, run)
        for (process in run.processes) {
            header("${visible(process.name)}:${process.pid}", "Process of ${process.parent}")
            valuesOf(process).forEach(::line)
            ending("${visible(process.name)}:${process.pid}", process.ending)
            if (!process.exact) note(process.name, "includes only some of its children: it did not wait for all of them")
        }
    }

    /** A row for each interval: memory at its end and at its peak, and the increases in it. */
    private fun overTime(name: String, run: Run) {
        val rows = TimeRow.of(run.samples.all(), options.rows)
        if (rows.isEmpty()) return note(name, "ended before the first sample: no values over time")
        header(name, "Over time, its own process")
        row(listOf("sec", "MB", "MB", "%", "MB", "MB", "MB", "MB"))
        row(listOf("until", "page_rss", "virtual", "cpu_util", "char_read", "char_written", "bytes_read", "bytes_written"))
        for (one in rows) {
            val io = one.inputOutput
            val bytes = listOf(io?.charsRead, io?.charsWritten, io?.bytesRead, io?.bytesWritten).map { megabytes(it) }
            val share = if (one.cpuShare.isNaN()) "-" else fixed(100.0 * one.cpuShare, 1)
            row(listOf(fixed(one.end / 1e9, ROW_DIGITS), megabytes(one.peak), megabytes(one.virtual), share) + bytes)
        }
    }

    private fun megabytes(bytes: Long?) = if (bytes == null) "-" else fixed(bytes / 1e6, ROW_DIGITS)

    private fun row(cells: List<String>) {
        out.append(prefix)
        for (cell in cells) out.append(cell.padStart(ROW_WIDTH))
        out.append('\n')
    }

    private fun severalRuns(measured: Measured) {
        val runs = measured.runs
        header(measured.shownName, "Measurement totals, mean ± standard deviation of ${runs.size} runs")
        for (summary in summarise(runs, options)) {
            val value = summary.value
            if (summary.statistics.count == 0L) {
                line(value)
            } else {
                val digits = if (value.isWhole) WHOLE_DIGITS else DIGITS
                number(fixed(summary.statistics.mean, digits), " ± " + fixed(summary.statistics.standardDeviation, digits), value)
            }
        }
        val failed = runs.count { it.ending.code != 0 }
        if (failed > 0) note(measured.shownName, "$failed of ${runs.size} runs failed")
        runs.map { it.ending }.filter { it.code != 0 }.distinctBy { it.code }.forEach { ending(measured.shownName, it) }
        if (runs.any { it.hasSurvivors }) note(measured.shownName, SURVIVORS)
    }

    private fun comparison() {
        val (first, second) = results.commands
        header("${second.shownName} / ${first.shownName}", "Comparison of ${second.runs.size} runs with ${first.runs.size}, in turns")
        val seconds = summarise(second.runs, options).associateBy { it.value.key }
        for (summary in summarise(first.runs, options)) {
            val value = summary.value
            val compared = seconds[value.key]?.let { Comparison.of(summary.statistics, it.statistics) } ?: continue
            val digits = if (value.isWhole) WHOLE_DIGITS else DIGITS
            val ratio = if (compared.ratio.isFinite()) fixed(compared.ratio, DIGITS) else "-"
            val unit = if (value.unit.isEmpty()) "" else " " + value.unit
            val difference = (if (compared.difference < 0) "" else "+") + fixed(compared.difference, digits) + " ± " +
                fixed(compared.margin, digits) + unit
            val verdict = if (compared.isSignificant) "" else ", may be chance"
            out.append(prefix).append(ratio.padStart(width)).append(" x ").append(value.label)
            if (value.unit.endsWith("/sec")) out.append(" rate")
            out.append("  (").append(difference).append(", p ").append(probability(compared.probability)).append(verdict).append(")\n")
        }
    }

    private fun probability(p: Double) = if (p < 0.0001) "< 0.0001" else "= " + fixed(p, 4)

    private fun header(name: String, title: String) {
        out.append("\n[").append(name).append("]> ").append(title)
        if (rank?.size != null) out.append(" (# ranks = ").append(rank.size).append(')')
        out.append(":\n")
    }

    private fun line(value: Value) {
        val number = if (value.number.isNaN()) "-" else fixed(value.number, if (value.isWhole) 0 else DIGITS)
        number(number, "", value)
    }

    private fun number(number: String, spread: String, value: Value) {
        out.append(prefix).append(number.padStart(width)).append(spread)
        if (value.unit.isNotEmpty()) out.append(' ').append(value.unit)
        out.append(' ').append(value.label)
        if (value.reason != null) out.append(" (").append(value.reason).append(')')
        out.append('\n')
    }

    private fun notes(name: String, run: Run) {
        ending(name, run.ending)
        if (run.hasSurvivors) note(name, SURVIVORS)
        if (options.verbose == 0) return
        note(name, whereFrom(run))
        if (run.orphans > 0) note(name, "orphaned processes, included: ${run.orphans}")
        if (run.samples.count > 0) note(name, "sampled ${run.samples.count} times while it ran")
    }

    private fun whereFrom(run: Run): String = when {
        run.memory != null -> "page_rss and virtual_memory read at its exit"
        run.samples.count > 0 -> {
            val before = run.wall - run.samples.all().last().nanoseconds
            "page_rss and virtual_memory read ${fixed(before / 1e6, 1)} ms before its end" + (run.withheld?.let { " ($it)" } ?: "")
        }
        else -> "page_rss and virtual_memory not read" + (run.withheld?.let { ": $it" } ?: "")
    }

    private fun ending(name: String, ending: Ending) {
        if (ending.code < 0) {
            val called = signalName(ending.signal)
            note(
                name,
                "killed by signal ${ending.signal}" + (if (called.isEmpty()) "" else " (SIG$called)") +
                    if (ending.dumpedCore) ", core dumped" else "",
            )
        } else if (ending.code > 0) {
            note(name, "exited with status ${ending.code}")
        }
    }

    private fun note(name: String, text: String) {
        out.append(prefix).append('[').append(visible(name)).append("]> ").append(text).append('\n')
    }

    private companion object {
        const val WIDTH = 20
        const val WIDTH_BEHIND_RANK = 17
        const val RANK_WIDTH = 5
        const val ROW_WIDTH = 14
        const val ROW_DIGITS = 3
        const val DIGITS = 6
        const val WHOLE_DIGITS = 1
        const val SURVIVORS = "processes that it started are still running and not included"
    }
}
