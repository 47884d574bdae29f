package timemory.sampling;

import timemory.settings.Settings;

/**
 * Sampling rates.
 *
 * @param frequency samples per second of each thread
 * @param allocated bytes per sample
 * @param waited nanoseconds of waiting for locks per sample
 */
record Rates(int frequency, long allocated, long waited) {

    static Rates of(Settings settings) {
        return new Rates(SamplingProperties.getSamplingFreq(settings), SamplingProperties.getSamplingAllocInterval(settings),
                1000L * SamplingProperties.getSamplingLockInterval(settings));
    }

    /** Returns the sampling period of a thread in nanoseconds. */
    long period() {
        return 1_000_000_000L / frequency;
    }
}
