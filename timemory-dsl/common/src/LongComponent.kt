package timemory

import kotlin.math.roundToLong
import kotlin.math.sqrt
import timemory.statistics.BLOCK
import timemory.statistics.ComponentFields
import timemory.statistics.FAR
import timemory.statistics.Statistics
import timemory.statistics.isExact
import timemory.statistics.plusSaturated
import timemory.statistics.within

/**
 * A component whose value is an integer in raw units: nanoseconds for time, bytes for memory, a count otherwise.
 *
 * Implementations override [start] and [stop] and call [record] with the value of the lap. If the value is the difference of two readings,
 * extend [LongDeltaComponent] instead.
 *
 * The standard deviation is not computed from a sum of squares, because large values of almost the same size would cancel out. Laps are
 * grouped into blocks. Within a block, distances from a nearby value are summed; blocks are combined with the formula of Chan, Golub and
 * LeVeque.
 */
public abstract class LongComponent : Component() {
    /** Value of the last lap, in raw units. */
    public var last: Long = 0L
        private set

    /** Sum over all laps, in raw units. */
    public var sum: Long = 0L
        private set

    /** Smallest lap, in raw units; 0 before the first lap. */
    public var min: Long = 0L
        private set

    /** Largest lap, in raw units; 0 before the first lap. */
    public var max: Long = 0L
        private set

    /** A value close to the laps of the block, from which distances are measured. */
    private var shift = 0L
    private var distances = 0.0
    private var squaredDistances = 0.0

    /** For the earlier blocks: the sum of distances from [shift], and the sum of squared distances from their mean. */
    private var earlierDistances = 0.0
    private var earlierSquares = 0.0

    /** Mean of the laps, in raw units; 0 before the first lap. */
    public val mean: Double
        get() {
            if (laps == 0L) return 0.0
            val inFloatingPoint = inFloatingPoint()
            val mean = (if (isExact(sum, inFloatingPoint)) sum.toDouble() else inFloatingPoint) / laps
            return within(mean, min.toDouble(), max.toDouble())
        }

    /** Sample standard deviation of the laps, in raw units; 0 for fewer than two laps. */
    public val standardDeviation: Double
        get() = if (laps < 2L) 0.0 else sqrt(squaresAroundMean(laps and BLOCK - 1L) / (laps - 1))

    /** Adds one lap of [value] raw units. */
    protected fun record(value: Long) {
        // Before the first lap, min and max are 0.
        if (value < min || value > max || laps and BLOCK - 1L == BLOCK - 1L) recordRarely(value) else add(value)
    }

    /**
     * The same for the first lap, a new extreme, and the last lap of a block. It has other callers on purpose: Kotlin/Native inlines a
     * function with a single caller, however large, and [record] would no longer be inlined itself.
     */
    internal fun recordRarely(value: Long) {
        if (value < 0L && (laps == 0L || value < min)) checkNegative(value)
        if (laps == 0L) {
            min = value
            max = value
            shift = if (isFar(value)) 0L else value
        } else if (value < min) {
            min = value
            if (isFar(value)) unshift()
        } else if (value > max) {
            max = value
            if (isFar(value)) unshift()
        }
        add(value)
        if (laps and BLOCK - 1L == 0L) endBlock()
    }

    private fun add(value: Long) {
        val distance = (value - shift).toDouble()
        distances += distance
        squaredDistances += distance * distance
        last = value
        sum += value
        laps++
    }

    /** Whether the distance of [value] from others may overflow a `Long`: then distances are measured from 0. */
    private fun isFar(value: Long) = value > FAR || value < -FAR

    private fun unshift() {
        val moved = shift.toDouble()
        val inBlock = laps and BLOCK - 1L
        squaredDistances += moved * (2.0 * distances + moved * inBlock)
        distances += moved * inBlock
        earlierDistances += moved * (laps - inBlock)
        shift = 0L
    }

    private fun endBlock() {
        earlierSquares = squaresAroundMean(BLOCK)
        earlierDistances += distances
        val moved = if (isFar(min) || isFar(max)) 0L else (distances / BLOCK).toLong()
        shift += moved
        earlierDistances -= moved.toDouble() * laps
        distances = 0.0
        squaredDistances = 0.0
    }

    /** Throws an exception if [value], which is negative and less than all previous laps, is invalid. */
    @InternalTimemoryApi
    public open fun checkNegative(value: Long) {}

    override fun reset() {
        super.reset()
        last = 0L
        sum = 0L
        min = 0L
        max = 0L
        shift = 0L
        distances = 0.0
        squaredDistances = 0.0
        earlierDistances = 0.0
        earlierSquares = 0.0
    }

    /** The complete recorded state, for [restore]. */
    internal fun state(): LongArray =
        longArrayOf(
            laps, last, sum, min, max, shift, distances.toRawBits(), squaredDistances.toRawBits(), earlierDistances.toRawBits(),
            earlierSquares.toRawBits(),
        )

    internal fun restore(state: LongArray) {
        laps = state[0]
        last = state[1]
        sum = state[2]
        min = state[3]
        max = state[4]
        shift = state[5]
        distances = Double.fromBits(state[6])
        squaredDistances = Double.fromBits(state[7])
        earlierDistances = Double.fromBits(state[8])
        earlierSquares = Double.fromBits(state[9])
    }

    /** The sum of squared distances from the mean of all laps; the last [inBlock] of them are in the current block. */
    private fun squaresAroundMean(inBlock: Long): Double {
        if (inBlock == 0L) return earlierSquares
        val own = maxOf(0.0, squaredDistances - distances * distances / inBlock)
        val earlier = laps - inBlock
        if (earlier == 0L) return own
        val apart = distances / inBlock - earlierDistances / earlier
        return earlierSquares + own + apart * apart * earlier / laps * inBlock
    }

    override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addLongs(laps, sum, inFloatingPoint(), last, min, max, squaresAroundMean(laps and BLOCK - 1L))
    }

    /** The sum in floating point, which cannot wrap around. */
    private fun inFloatingPoint(): Double = shift.toDouble() * laps + earlierDistances + distances

    override fun recordSumOf(others: List<Component>) {
        if (others.any { it.laps > 0L }) record(others.fold(0L) { sum, other -> plusSaturated(sum, (other as LongComponent).sum) })
    }

    override fun combine(other: Component, sign: Int) {
        other as LongComponent
        // Relative to a value close to the laps, so that their spread is not lost among large values.
        val base = if (laps == 0L) other.shift else shift
        val all = relativeTo(base)
        if (sign > 0 && other.laps > 0L) {
            min = if (laps == 0L) other.min else minOf(min, other.min)
            max = if (laps == 0L) other.max else maxOf(max, other.max)
            last = other.last
        }
        all.combine(other.relativeTo(base), sign)
        sum += sign * other.sum // wraps around, as in record
        become(base, all)
    }

    override fun scale(factor: Double) {
        val base = (shift * factor).roundToLong()
        val all = relativeTo(shift)
        all.scale(factor)
        all.shift(shift * factor - base)
        val ends = longArrayOf((min * factor).roundToLong(), (max * factor).roundToLong())
        min = minOf(ends[0], ends[1])
        max = maxOf(ends[0], ends[1])
        last = (last * factor).roundToLong()
        sum = (sum * factor).roundToLong()
        become(base, all)
    }

    private fun relativeTo(base: Long): Statistics {
        val sum = earlierDistances + distances + (shift - base).toDouble() * laps
        return Statistics().also { it.restore(laps, sum, 0.0, 0.0, squaresAroundMean(laps and BLOCK - 1L), isOnlySum = false) }
    }

    /**
     * Takes over the laps described by [all], relative to [base]. Those of the current block count with their mean; the others contribute
     * the spread.
     */
    private fun become(base: Long, all: Statistics) {
        laps = all.count
        shift = if (isFar(min) || isFar(max) || laps == 0L) 0L else base + all.mean.roundToLong()
        val apart = all.sum + (base - shift).toDouble() * laps
        val mean = if (laps == 0L) 0.0 else apart / laps
        val inBlock = laps and BLOCK - 1L
        val isOneBlock = inBlock == laps
        distances = if (isOneBlock) apart else mean * inBlock
        squaredDistances = distances * mean + if (isOneBlock) all.squaresAroundMean else 0.0
        earlierDistances = apart - distances
        earlierSquares = if (isOneBlock) 0.0 else all.squaresAroundMean
    }

    override fun exchange(fields: ComponentFields) {
        laps = fields.integer("laps", laps)
        last = fields.integer("last", last)
        sum = fields.integer("sum", sum)
        min = fields.integer("min", min)
        max = fields.integer("max", max)
        shift = fields.integer("shift", shift)
        distances = fields.number("distances", distances)
        squaredDistances = fields.number("squaredDistances", squaredDistances)
        earlierDistances = fields.number("earlierDistances", earlierDistances)
        earlierSquares = fields.number("earlierSquares", earlierSquares)
    }

    @InternalTimemoryApi
    public fun recordValue(value: Long): Unit = recordRarely(value)

    final override fun recordLastLapOf(other: Component) {
        record((other as LongComponent).last)
    }

    override fun toString(): String = "$shortName(laps $laps, sum $sum)"
}
