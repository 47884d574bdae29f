package timemory.timem

/** The measurements of one rank, as sent from its `timem` to that of rank 0: a line for each value. */
internal class RankReport(val rank: Int, val code: Int, val values: List<Value>) {
    fun text(): String = buildString {
        append(HEAD).append(code).append('\n')
        for (value in values) {
            val fields = listOf(value.key, value.label, value.unit, value.number.toRawBits().toString(), if (value.isWhole) "1" else "0")
            append(fields.joinToString("\t") { it.replace('\t', ' ').replace('\n', ' ') }).append('\n')
        }
    }

    companion object {
        private const val HEAD = "timem 1 "

        fun of(rank: Int, run: Run, options: Options) = RankReport(rank, run.ending.code, valuesOf(run, options))

        /** Parses the report of rank [name]; `null` if [text] is not one. */
        fun of(name: String, text: String): RankReport? {
            val lines = text.split('\n')
            val code = lines[0].removePrefix(HEAD).toIntOrNull() ?: return null
            val values = lines.drop(1).filter { it.isNotEmpty() }.map { line ->
                val fields = line.split('\t')
                if (fields.size != 5) return null
                val number = Double.fromBits(fields[3].toLongOrNull() ?: return null)
                Value(fields[0], fields[1], fields[2], number, isWhole = fields[4] == "1")
            }
            return RankReport(name.toIntOrNull() ?: return null, code, values)
        }
    }
}

/** One value over all ranks; [count] of them know it. */
internal class RankSpread(val value: Value, numbers: List<Pair<Int, Double>>) {
    private val known = numbers.filter { !it.second.isNaN() }
    val count: Int = known.size
    val sum: Double = known.sumOf { it.second }
    val mean: Double = if (count == 0) Double.NaN else sum / count

    /** With the lowest rank if there are several; `null` if no rank knows the value. */
    val max: Pair<Int, Double>? = known.maxWithOrNull(compareBy({ it.second }, { -it.first }))
    val min: Pair<Int, Double>? = known.minWithOrNull(compareBy({ it.second }, { it.first }))
}

/** Returns the values of all [reports], in the order of the first. */
internal fun spreadOf(reports: List<RankReport>): List<RankSpread> {
    val byKey = reports.map { report -> report.rank to report.values.associateBy(Value::key) }
    return reports.flatMap { it.values }.distinctBy(Value::key).map { value ->
        RankSpread(value, byKey.mapNotNull { (rank, values) -> values[value.key]?.let { rank to it.number } })
    }
}
