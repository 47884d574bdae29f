package timemory.jupyter

import org.jetbrains.kotlinx.dataframe.DataFrame
import org.jetbrains.kotlinx.dataframe.api.dataFrameOf
import org.jetbrains.kotlinx.dataframe.api.toColumn

/**
 * Returns a row for each region and number, in the units of [RegionRow.unit]; unknown values are `null`. `path` has slashes between the
 * labels.
 */
public fun RunResults.toDataFrame(): DataFrame<*> {
    val rows = rows()
    return dataFrameOf(
        rows.map { it.component }.toColumn("component"),
        rows.map { it.number }.toColumn("number"),
        rows.map { it.unit }.toColumn("unit"),
        rows.map { it.path.joinToString("/") }.toColumn("path"),
        rows.map { it.label() }.toColumn("label"),
        rows.map { it.depth() }.toColumn("depth"),
        rows.map { it.laps }.toColumn("laps"),
        rows.map { it.sum }.toColumn("sum"),
        rows.map { it.exclusive }.toColumn("exclusive"),
        rows.map { it.mean }.toColumn("mean"),
        rows.map { it.min }.toColumn("min"),
        rows.map { it.max }.toColumn("max"),
        rows.map { it.stddev }.toColumn("stddev"),
        rows.map { it.concurrent }.toColumn("concurrent"),
    )
}
