package timemory.timem

import timemory.internal.text.fixed

/**
 * The measurements of all ranks of a job, as one block of text: for each value the maximum first, because a sum over ranks is rarely
 * meaningful.
 */
internal class JointReport(private val name: String, private val size: Int, private val reports: List<RankReport>) {
    private val missing = (0 until size) - reports.map { it.rank }.toSet()

    fun write(): String = buildString {
        append("\n[").append(name).append("]> Measurement totals (# ranks = ").append(size)
        append("), largest (rank), mean, smallest (rank):\n")
        for (spread in spreadOf(reports)) {
            val digits = if (spread.value.isWhole) 0 else DIGITS
            append(cell(spread.max, digits)).append(fixed(spread.mean, if (spread.value.isWhole) 1 else DIGITS).padStart(WIDTH))
            append(cell(spread.min, digits))
            if (spread.value.unit.isNotEmpty()) append(' ').append(spread.value.unit)
            append(' ').append(spread.value.label)
            if (spread.count < reports.size) append(" (known to ").append(spread.count).append(" ranks)")
            append('\n')
        }
        for (report in reports.filter { it.code != 0 }) note("rank ${report.rank} ${endingOf(report.code)}")
        if (missing.isNotEmpty()) note("missing ranks, still running or on another machine: ${missing.joinToString()}")
    }

    private fun cell(number: Pair<Int, Double>?, digits: Int): String {
        val text = if (number == null) "-" else fixed(number.second, digits)
        return text.padStart(WIDTH) + (if (number == null) "" else " (${number.first})").padEnd(rankWidth)
    }

    private val rankWidth = (size - 1).toString().length + 3

    private fun endingOf(code: Int): String {
        if (code > 0) return "exited with status $code"
        val called = signalName(-code)
        return "was killed by signal ${-code}" + if (called.isEmpty()) "" else " (SIG$called)"
    }

    private fun StringBuilder.note(text: String) {
        append('[').append(name).append("]> ").append(text).append('\n')
    }

    private companion object {
        const val WIDTH = 18
        const val DIGITS = 6
    }
}
