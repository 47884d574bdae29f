@file:JvmName("Arithmetic")

package timemory

import kotlin.jvm.JvmName

/*
 * Arithmetic on recorded values: `wall += other`, `wall /= iterations`. Both operands must be of the same component class. It only changes
 * the objects, never the call graph or results.
 */

/** Returns a component with the laps of both. */
public operator fun <C : Component> C.plus(other: C): C = copy().also { it += other }

/**
 * Returns a component with the sums of this one minus those of [other], and this one's additional laps. [LongComponent.min] and
 * [LongComponent.max] are kept, as bounds of the remaining laps.
 *
 * @throws UnsupportedOperationException if values of this type cannot be subtracted
 */
public operator fun <C : Component> C.minus(other: C): C = copy().also { it -= other }

/**
 * Returns a component with each value multiplied by [factor]; integers are rounded.
 *
 * @throws UnsupportedOperationException if values of this type cannot be multiplied
 */
public operator fun <C : Component> C.times(factor: Number): C = copy().also { it *= factor }

/**
 * Returns a component with each value divided by [divisor]; integers are rounded.
 *
 * @throws UnsupportedOperationException if values of this type cannot be divided
 * @throws IllegalArgumentException if [divisor] is 0
 */
public operator fun <C : Component> C.div(divisor: Number): C = copy().also { it /= divisor }

/** Adds the laps of [other]. */
@JvmName("add")
public operator fun <C : Component> C.plusAssign(other: C): Unit = combineAll(other, sign = 1)

/** Subtracts the laps of [other], as [minus] does. */
@JvmName("subtract")
public operator fun <C : Component> C.minusAssign(other: C): Unit = combineAll(other, sign = -1)

/** Multiplies each value by [factor], as [times] does. */
@JvmName("multiply")
public operator fun <C : Component> C.timesAssign(factor: Number): Unit = scaleAll(factor.toDouble())

/** Divides each value by [divisor], as [div] does: `wall /= iterations`. */
@JvmName("divide")
public operator fun <C : Component> C.divAssign(divisor: Number) {
    require(divisor.toDouble() != 0.0) { "$shortName cannot be divided by 0" }
    scaleAll(1.0 / divisor.toDouble())
}

@Suppress("UNCHECKED_CAST") // created by the type of this class
private fun <C : Component> C.copy(): C {
    val type = checkNotNull(componentTypeOf(keyOf(this))) { "$shortName does not name its type: $howToDescribe" }
    return (type.create() as C).also { it.combineAll(this, sign = 1) }
}

private fun Component.combineAll(other: Component, sign: Int) {
    require(keyOf(this) == keyOf(other)) { "$shortName and ${other.shortName} are different components and cannot be combined" }
    combine(other, sign)
    for ((key, part) in other.secondary) secondaryPart(key)?.combine(part, sign)
}

private fun Component.scaleAll(factor: Double) {
    require(factor.isFinite()) { "$shortName cannot be multiplied by $factor" }
    scale(factor)
    for (part in secondary.values) part.scale(factor)
}
