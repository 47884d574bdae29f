package timemory.plot

import kotlin.math.ceil
import kotlin.math.floor
import kotlin.math.log10
import kotlin.math.pow

/**
 * Maps numbers to pixels between two ends of a plot, and chooses round tick values.
 *
 * @property start where it starts, in pixels
 * @property length in pixels
 * @property high the number at its end
 */
internal class Axis private constructor(
    private val isLogarithmic: Boolean,
    low: Double,
    val high: Double,
    val start: Double,
    val length: Double,
    val ticks: List<Double>,
) {
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

        /**
         * Creates a linear axis that includes 0 and all numbers from [low] to [high], with about [wanted] ticks, at multiples of 1, 2 or 5.
         */
        fun linear(low: Double, high: Double, start: Double, length: Double, wanted: Int): Axis {
            val first = minOf(0.0, low)
            val last = maxOf(0.0, high).let { if (it == first) first + 1.0 else it }
            val step = roundStep((last - first) / maxOf(1, wanted))
            val begin = floor(first / step + 1e-9)
            val end = ceil(last / step - 1e-9)
            val ticks = List((end - begin).toInt() + 1) { (begin + it) * step }
            return Axis(false, begin * step, end * step, start, length, ticks)
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
