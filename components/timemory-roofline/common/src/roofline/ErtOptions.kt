package timemory.roofline

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import kotlin.jvm.JvmSynthetic
import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings

/**
 * The options of the toolkit, with defaults for everything that is not assigned:
 * ```
 * val options = ErtOptions(machine) { rounds = 1 }
 * ```
 * In Java, [ErtOptions.Builder] is filled and built. The minimum working set is that of each thread; trials are counted in each round.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property machine the machine to measure
 * @property threadCounts the thread counts to measure with, one after another
 * @property rounds how many times everything is measured: a temporary disturbance affects one round, and the best one counts
 * @property isOfAllSizes whether kernels that show peaks are also measured with data of all sizes, and not only with data that fit in the
 * L1 cache
 * @property budgetNanoseconds the approximate total time: sizes then grow by a half instead of a quarter, each size gets a share of the
 * time, and there are as many rounds as fit. 0 for no limit, which takes some minutes. The warm-up of a compiler and the minimum number of
 * trials take the time that they need anyway
 * @throws IllegalArgumentException if a number is out of range
 */
@ExperimentalTimemoryApi
public class ErtOptions private constructor(builder: Builder) : ErtDataOptions(builder, MIN_ALIGNMENT) {
    public val machine: ErtMachine = builder.machine
    public val threadCounts: List<Int> = builder.threadCounts.toList()
    public val rounds: Int = builder.rounds
    public val isOfAllSizes: Boolean = builder.isOfAllSizes
    public val budgetNanoseconds: Long = builder.budgetNanoseconds

    init {
        require(threadCounts.isNotEmpty() && threadCounts.all { it in 1..MAX_THREADS }) {
            "threads: $threadCounts, must be 1 to $MAX_THREADS"
        }
        require(rounds in 1..MAX_ROUNDS) { "rounds: $rounds, must be 1 to $MAX_ROUNDS" }
        require(budgetNanoseconds >= 0L) { "budget: $budgetNanoseconds ns, must be 0 or more" }
    }

    /** Half of the first-level cache, so that the data stay there. */
    internal val peakWorkingSet: Long get() = (machine.caches.firstOrNull { it.level == 1 }?.bytes ?: USUAL_FIRST_CACHE) / 2

    /** Returns the data sizes per thread to measure [kernel] with. */
    internal fun workingSets(kernel: ErtKernel, threads: Int): List<Long> =
        if (kernel.isPeak && !isOfAllSizes) listOf(peakWorkingSet) else workingSets(threads)

    /** Sizes that grow by a quarter, or by a half if time is short, from the minimum to a thread's share of the maximum. */
    private fun workingSets(threads: Int): List<Long> {
        val max = maxOf(minWorkingSet, maxData / threads)
        val sizes = ArrayList<Long>()
        var size = maxOf(minWorkingSet, MIN_BYTES).toDouble()
        while (size < max) {
            sizes.add(size.toLong())
            size *= if (budgetNanoseconds == 0L) GROWTH else QUICK_GROWTH
        }
        sizes.add(max)
        return sizes
    }

    /**
     * Builds the options of a toolkit that measures [machine]; the properties correspond to those of [ErtOptions], and have the defaults.
     *
     * ### Thread-safety
     * Not thread-safe.
     */
    @ExperimentalTimemoryApi
    public class Builder(public val machine: ErtMachine) : ErtDataOptions.Builder(minWorkingSet = 64L, defaultMaxData(machine)) {
        public var threadCounts: List<Int> = listOf(1, machine.processors).distinct()
        public var rounds: Int = USUAL_ROUNDS
        public var isOfAllSizes: Boolean = false
        public var budgetNanoseconds: Long = 0L

        /**
         * Returns the options.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public fun build(): ErtOptions = ErtOptions(this)
    }

    public companion object {
        private const val MAX_THREADS = 4096
        private const val MIN_ALIGNMENT = 8
        private const val MAX_ROUNDS = 1_000
        private const val USUAL_ROUNDS = 3
        private const val GROWTH = 1.25

        /** Still two or more sizes for each level of common caches: see `RoofFit.kt`. */
        private const val QUICK_GROWTH = 1.5

        /** The budget of a quick measurement. */
        private const val MINUTE = 60_000_000_000L
        private const val USUAL_FIRST_CACHE = 32_768L

        /** Below this, the loop overhead dominates. */
        private const val MIN_BYTES = 4_096L
        private const val UNKNOWN_CACHE = 67_108_864L
        private const val TIMES_LAST_CACHE = 8L

        /** The minimum that still shows memory, for which four times the last cache suffices: large data take most of the time. */
        private const val QUICK_TIMES_LAST_CACHE = 5L

        private fun defaultMaxData(machine: ErtMachine, times: Long = TIMES_LAST_CACHE): Long =
            minOf(times * (machine.caches.maxOfOrNull { it.bytes } ?: UNKNOWN_CACHE), Int.MAX_VALUE.toLong())

        /**
         * Returns the options for [machine] that [configure] assigns.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        @JvmSynthetic // Java uses the builder
        public operator fun invoke(machine: ErtMachine, configure: Builder.() -> Unit = {}): ErtOptions =
            Builder(machine).apply(configure).build()

        /**
         * Returns the options according to the settings `ERT_...`. With [isOfAllSizes], which takes long, in one round; otherwise, with
         * [isQuick], in about a minute.
         */
        @JvmStatic
        @JvmOverloads
        public fun of(settings: Settings, machine: ErtMachine, isOfAllSizes: Boolean = false, isQuick: Boolean = false): ErtOptions {
            fun first(own: Int, general: Int) = if (own != 0) own else general
            val threads = first(settings.ertNumThreadsCpu, settings.ertNumThreads).let { if (it == 0) machine.processors else it }
            val maxData = first(settings.ertMaxDataSizeCpu, settings.ertMaxDataSize).toLong().let {
                if (it == 0L) defaultMaxData(machine, if (isQuick && !isOfAllSizes) QUICK_TIMES_LAST_CACHE else TIMES_LAST_CACHE) else it
            }
            return ErtOptions(machine) {
                threadCounts = listOf(1, threads).distinct()
                minWorkingSet = minOf(maxData, first(settings.ertMinWorkingSizeCpu, settings.ertMinWorkingSize).toLong())
                this.maxData = maxData
                assignCommon(settings)
                rounds = if (isOfAllSizes) 1 else USUAL_ROUNDS
                this.isOfAllSizes = isOfAllSizes
                budgetNanoseconds = if (isQuick && !isOfAllSizes) MINUTE else 0L
            }
        }
    }
}
