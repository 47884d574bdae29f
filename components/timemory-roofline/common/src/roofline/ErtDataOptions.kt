package timemory.roofline

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings

/**
 * Options common to measuring CPUs and GPUs: the data sizes, and how often each is measured.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property minWorkingSet the smallest size of the data, in bytes
 * @property maxData the largest size of the data of all threads together, in bytes
 * @property alignment the alignment of the data in bytes
 * @property trials how many times each kernel is measured with each size
 * @property trialNanoseconds the target duration of a trial
 * @property skippedOperations kernels with these numbers of operations per element are skipped
 */
@ExperimentalTimemoryApi
public abstract class ErtDataOptions internal constructor(builder: Builder, minAlignment: Int) {
    public val minWorkingSet: Long = builder.minWorkingSet
    public val maxData: Long = builder.maxData
    public val alignment: Int = builder.alignment
    public val trials: Int = builder.trials
    public val trialNanoseconds: Long = builder.trialNanoseconds
    public val skippedOperations: Set<Int> = builder.skippedOperations.toSet()

    init {
        require(minWorkingSet > 0L) { "minimum working set: $minWorkingSet bytes, must be above 0" }
        require(maxData >= minWorkingSet) { "maximum data: $maxData bytes, must be at least the minimum working set, $minWorkingSet" }
        require(alignment >= minAlignment && alignment and (alignment - 1) == 0) {
            "alignment: $alignment, must be a power of two of at least $minAlignment"
        }
        require(trials in 1..MAX_TRIALS) { "trials: $trials, must be 1 to $MAX_TRIALS" }
        require(trialNanoseconds > 0L) { "trial: $trialNanoseconds ns, must be above 0" }
    }

    /**
     * Assigns these options; the properties correspond to those of [ErtDataOptions], and have the same defaults.
     *
     * ### Thread-safety
     * Not thread-safe.
     */
    @ExperimentalTimemoryApi
    public abstract class Builder internal constructor(public var minWorkingSet: Long, public var maxData: Long) {
        public var alignment: Int = 64
        public var trials: Int = 20
        public var trialNanoseconds: Long = 1_000_000L
        public var skippedOperations: Set<Int> = emptySet()

        /** Assigns the `ERT_...` settings for CPUs and GPUs. */
        internal fun assignCommon(settings: Settings) {
            alignment = settings.ertAlignment
            skippedOperations = settings.ertSkipOps.split(',', ';', ' ').mapNotNull { it.toIntOrNull() }.toSet()
        }
    }

    private companion object {
        private const val MAX_TRIALS = 100_000
    }
}
