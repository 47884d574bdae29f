package timemory.test;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.opentest4j.TestAbortedException;

/**
 * Rounds in which two blocks are timed right after each other, so that what slows the machine down for a while slows both.
 *
 * <p>A sample of a block is as many laps as last a millisecond or longer, far above what the clock and its reading cost. Who goes first
 * alternates, so that neither always finds the caches as the other left them.
 */
final class RatioRounds {

    private static final long SAMPLE_NANOSECONDS = 1_000_000L;
    private static final int MOST_LAPS = 1 << 22;

    private final Timed measured;
    private final Timed reference;
    private double[] ratios = new double[0];

    RatioRounds(Block measured, Block reference, LongSupplier clock) {
        this.measured = new Timed(measured, clock);
        this.reference = new Timed(reference, clock);
    }

    /** Runs {@code rounds} rounds and forgets them. */
    void warmUp(int rounds) throws Throwable {
        chooseLaps();
        run(rounds);
        measured.forget();
        reference.forget();
        ratios = new double[0];
        // They are faster now than they were.
        chooseLaps();
    }

    private void chooseLaps() throws Throwable {
        measured.chooseLaps();
        reference.chooseLaps();
    }

    /** Runs {@code rounds} further rounds. */
    void run(int rounds) throws Throwable {
        int before = ratios.length;
        ratios = Arrays.copyOf(ratios, before + rounds);
        for (int i = before; i < ratios.length; i++) {
            boolean isMeasuredFirst = i % 2 == 0;
            double first = (isMeasuredFirst ? measured : reference).sample();
            double second = (isMeasuredFirst ? reference : measured).sample();
            ratios[i] = isMeasuredFirst ? first / second : second / first;
        }
    }

    /** What all rounds say together. */
    RatioResult result() {
        double perLap = measured.median();
        double referencePerLap = reference.median();
        if (perLap <= 0 || referencePerLap <= 0) {
            throw new TestAbortedException("a block took no time by the clock in " + MOST_LAPS + " laps: let it do more work in a lap");
        }
        MedianInterval interval = MedianInterval.of(ratios);
        return new RatioResult(interval.median(), interval.low(), interval.high(), ratios.length, perLap, referencePerLap);
    }

    /** One of the two blocks. */
    private static final class Timed {
        private final Block block;
        private final LongSupplier clock;
        private int laps = 1;
        private double[] samples = new double[0];

        Timed(Block block, LongSupplier clock) {
            this.block = block;
            this.clock = clock;
        }

        void chooseLaps() throws Throwable {
            laps = 1;
            while (time() < SAMPLE_NANOSECONDS && laps < MOST_LAPS) {
                laps *= 2;
            }
        }

        void forget() {
            samples = new double[0];
        }

        /** Nanoseconds of a lap. */
        double sample() throws Throwable {
            double perLap = (double) time() / laps;
            samples = Arrays.copyOf(samples, samples.length + 1);
            samples[samples.length - 1] = perLap;
            return perLap;
        }

        private long time() throws Throwable {
            long begin = clock.getAsLong();
            for (int i = 0; i < laps; i++) {
                block.run();
            }
            return clock.getAsLong() - begin;
        }

        double median() {
            return MedianInterval.of(samples).median();
        }
    }
}
