package timemory.memory

import kotlin.math.roundToLong
import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/*
 * Arithmetic on components that record several counts, and writing and reading them: see [timemory.Component.combine].
 */

internal fun LongArray.combine(other: LongArray, sign: Int) {
    for (i in indices) this[i] += sign * other[i]
}

internal fun LongArray.scale(factor: Double) {
    for (i in indices) this[i] = (this[i] * factor).roundToLong()
}

internal fun LongArray.exchange(name: String, fields: ComponentFields) {
    for (i in indices) this[i] = fields.integer("$name.$i", this[i])
}

internal fun Array<Statistics>.combine(other: Array<Statistics>, sign: Int) {
    for (i in indices) this[i].combine(other[i], sign)
}

internal fun Array<Statistics>.scale(factor: Double) {
    for (one in this) one.scale(factor)
}

internal fun Array<Statistics>.exchange(fields: ComponentFields) {
    for (i in indices) this[i].exchange("statistics.$i", fields)
}
