package timemory.plot

import kotlin.math.abs
import kotlin.math.ceil
import kotlin.math.floor
import kotlin.math.log10
import kotlin.math.pow

/**
 * Maps numbers to pixels between two ends of a plot, and chooses round tick values.
 *
 * @property low the number at its start
 * @property high the number at its end
 * @property start where it starts, in pixels
 * @property length in pixels; negative for an axis that points up
 */
internal class Axis private constructor(
    val isLogarithmic: Boolean,
    val low: Double,
    val high: Double,
    val start: Double,
    val length: Double,
    val ticks: List<Double>,
) {
    /** What readers of the plot should know of the axis: a linear one may not start at 0. */
    val kind: String get() = if (isLogarithmic) "logarithmic" else if (low == 0.0 || high == 0.0) "linear from 0" else "linear"

    private val first = scaled(low)
    private val last = scaled(high)

    private fun scaled(value: Double) = if (isLogarithmic) log10(value) else value

    /** Returns the pixel position of [value]; that of the nearest end if it is out of range. */
    fun at(value: Double): Double {
        val begin = if (isLogarithmic && value <= 0.0) 0.0 else (scaled(value) - first) / (last - first)
        return start + length * begin.coerceIn(0.0, 1.0)
    }

    companion object {
        private const val MIN_DECADES = 1e-3
        private const val NEAR_ZERO = 0.25
        private const val SAME_PARTS = 10.0
        private val STEPS = listOf(1.0, 2.0, 5.0)

        /**
         * Creates a linear axis that includes 0 and all numbers from [low] to [high], with about [wanted] ticks, at multiples of 1, 2 or 5.
         */
        fun linear(low: Double, high: Double, start: Double, length: Double, wanted: Int): Axis =
            between(minOf(0.0, low), maxOf(0.0, high), start, length, wanted)

        /** Creates a linear axis for all numbers from [low] to [high] like [linear], but without 0 if that is far from them. */
        fun between(low: Double, high: Double, start: Double, length: Double, wanted: Int): Axis {
            val isNearZero = low >= 0.0 && low <= NEAR_ZERO * high
            val first = if (isNearZero) 0.0 else low
            val last = if (high == first) first + (if (first == 0.0) 1.0 else abs(first) / SAME_PARTS) else high
            val step = roundStep((last - first) / maxOf(1, wanted))
            val begin = floor(first / step + 1e-9)
            val end = ceil(last / step - 1e-9)
            val ticks = List((end - begin).toInt() + 1) { (begin + it) * step }
            return Axis(false, begin * step, end * step, start, length, ticks)
        }

        /** Creates a logarithmic axis for positive numbers, with ticks at 1, 2 and 5 times powers of ten if those are at most [wanted]. */
        fun finelyLogarithmic(low: Double, high: Double, start: Double, length: Double, wanted: Int): Axis {
            val decades = floor(log10(low)).toInt()..ceil(log10(high)).toInt()
            val all = decades.flatMap { power -> STEPS.map { it * 10.0.pow(power) } }
            val first = all.indexOfLast { it <= low * (1.0 + MIN_DECADES) }
            val last = maxOf(first + 1, all.indexOfFirst { it >= high * (1.0 - MIN_DECADES) })
            if (last - first >= wanted) return logarithmic(low, high, start, length, wanted)
            val ticks = all.subList(first, last + 1)
            return Axis(true, ticks.first(), ticks.last(), start, length, ticks)
        }

        /** Creates a logarithmic axis for positive numbers, with ticks at powers of ten. */
        fun logarithmic(low: Double, high: Double, start: Double, length: Double, wanted: Int): Axis {
            val first = floor(log10(low) + MIN_DECADES).toInt()
            val last = maxOf(first + 1, ceil(log10(high) - MIN_DECADES).toInt())
            val step = ceil((last - first) / maxOf(1, wanted).toDouble()).toInt()
            return Axis(true, 10.0.pow(first), 10.0.pow(last), start, length, (first..last step step).map { 10.0.pow(it) })
        }

        private fun roundStep(least: Double): Double {
            val power = 10.0.pow(floor(log10(least)))
            return power * when {
                least <= power -> 1.0
                least <= 2.0 * power -> 2.0
                least <= 5.0 * power -> 5.0
                else -> 10.0
            }
        }
    }
}
