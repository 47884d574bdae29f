package timemory.export.data.internal

import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.json.JsonArray
import timemory.export.data.NumberData
import timemory.export.data.numberOf
import timemory.output.CompactFacts
import timemory.results.Metric

/** Maximum number of values kept from a file, all rows together: a few times the maximum of a program. */
private const val MAX_NUMBERS = 20_000_000L

/** The number of fields that precede the columns in a row. */
private const val BEFORE_COLUMNS = 3
private const val OF_COLUMN = 3

/** Sampled process metrics read from a file. */
internal class ReadOverTime(override val overTime: Pair<List<Metric.Number>, List<DoubleArray>>) : CompactFacts

/** Reads the member `overTime`; `null` if it has no rows. */
internal fun readOverTime(cursor: JsonCursor): ReadOverTime? {
    var columns = emptyList<Metric.Number>()
    val rows = ArrayList<DoubleArray>()
    cursor.members { name ->
        when (name) {
            "columns" -> columns = cursor.slice().decode(ListSerializer(NumberData.serializer())).map(::numberOf)
            "rows" -> {
                val width = BEFORE_COLUMNS + OF_COLUMN * columns.size
                cursor.elements {
                    if (rows.size.toLong() * width > MAX_NUMBERS) throw UnusableData("has more than $MAX_NUMBERS numbers over time")
                    val slice = cursor.slice()
                    val row = slice.decode(JsonArray.serializer())
                    if (row.size != width) slice.isNot("a row of $width numbers, for ${columns.size} columns")
                    rows.add(DoubleArray(width) { row[it].number() })
                }
            }
            else -> cursor.skip()
        }
    }
    return if (rows.isEmpty()) null else ReadOverTime(columns to rows)
}
