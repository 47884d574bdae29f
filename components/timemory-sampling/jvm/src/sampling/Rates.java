package timemory.sampling;

import timemory.settings.Settings;

/**
 * How often samples are taken.
 *
 * @param frequency samples in a second of each thread
 * @param allocated bytes for each sample
 * @param waited nanoseconds of waiting for locks, for each sample
 */
record Rates(int frequency, long allocated, long waited) {

    static Rates of(Settings settings) {
        return new Rates(SamplingProperties.getSamplingFreq(settings), SamplingProperties.getSamplingAllocInterval(settings),
                1000L * SamplingProperties.getSamplingLockInterval(settings));
    }

    /** Nanoseconds of a thread for each sample. */
    long period() {
        return 1_000_000_000L / frequency;
    }
}
