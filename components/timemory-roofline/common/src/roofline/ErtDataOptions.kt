package timemory.roofline

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings

/**
 * What measuring processors and measuring GPUs have in common: the sizes of the data, and how often each is measured.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property minWorkingSet the smallest size of the data, in bytes
 * @property maxData the largest size of the data of all threads together, in bytes
 * @property alignment where data begin: at a multiple of so many bytes
 * @property trials how many times each kernel is measured with each size
 * @property trialNanoseconds how long a trial is to take
 * @property skippedOperations kernels with so many operations for each element are left out
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
     * Assigns these options; the properties are as those of [ErtDataOptions], and have the defaults.
     *
     * ### Thread-safety
     * To be used by one thread.
     */
    @ExperimentalTimemoryApi
    public abstract class Builder internal constructor(public var minWorkingSet: Long, public var maxData: Long) {
        public var alignment: Int = 64
        public var trials: Int = 20
        public var trialNanoseconds: Long = 1_000_000L
        public var skippedOperations: Set<Int> = emptySet()

        /** Assigns what the settings `ERT_...` say of processors and of GPUs. */
        internal fun assignCommon(settings: Settings) {
            alignment = settings.ertAlignment
            skippedOperations = settings.ertSkipOps.split(',', ';', ' ').mapNotNull { it.toIntOrNull() }.toSet()
        }
    }

    private companion object {
        private const val MAX_TRIALS = 100_000
    }
}
