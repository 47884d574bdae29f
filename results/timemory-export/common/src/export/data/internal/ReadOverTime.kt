package timemory.export.data.internal

import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.json.JsonArray
import timemory.export.data.NumberData
import timemory.export.data.numberOf
import timemory.output.CompactFacts
import timemory.results.Metric

/** As many numbers as are kept of a file, all rows together: a few times what a program keeps at the most. */
private const val MAX_NUMBERS = 20_000_000L

/** What stands before the numbers of columns in a row. */
private const val BEFORE_COLUMNS = 3
private const val OF_COLUMN = 3

/** What was read at intervals of a process whose results were read from a file. */
internal class ReadOverTime(override val overTime: Pair<List<Metric.Number>, List<DoubleArray>>) : CompactFacts

/** Reads the member `overTime`; `null` where it has no rows. */
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
