package timemory.test;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.opentest4j.TestAbortedException;

/**
 * Rounds in which two blocks are timed right after each other, so that a temporarily slow machine affects both.
 *
 * <p>A sample of a block has as many laps as take at least a millisecond, far more than reading the clock. Samples of both blocks take the
 * same time on any machine: a longer one would be interrupted more often. The order alternates, so that neither block always finds the
 * caches as the other left them.
 */
final class RatioRounds {

    private static final long SAMPLE_NANOSECONDS = 1_000_000L;
    private static final int MAX_LAPS = 1 << 22;

    /** A lap's time is the shortest of this many samples: an interruption makes a sample longer, and nothing makes it shorter. */
    private static final int TRIES = 5;

    /** Laps whose times are within this factor are treated as equal: then both blocks get the same number of them. */
    private static final double EQUAL = 1.25;

    private final Timed measured;
    private final Timed reference;
    private double[] ratios = new double[0];

    RatioRounds(Block measured, Block reference, LongSupplier clock) {
        this.measured = new Timed(measured, clock);
        this.reference = new Timed(reference, clock);
    }

    /** Runs {@code rounds} rounds and discards them. */
    void warmUp(int rounds) throws Throwable {
        chooseLaps();
        run(rounds);
        measured.forget();
        reference.forget();
        ratios = new double[0];
        // The blocks are faster now than before.
        chooseLaps();
    }

    private void chooseLaps() throws Throwable {
        measured.chooseLaps();
        reference.chooseLaps();
        double target = Math.max(measured.sampleLength(), reference.sampleLength());
        measured.lengthenTo(target);
        reference.lengthenTo(target);
        double quotient = (double) measured.laps / reference.laps;
        if (quotient <= EQUAL && quotient >= 1 / EQUAL) {
            measured.laps = Math.max(measured.laps, reference.laps);
            reference.laps = measured.laps;
        }
    }

    /** Returns the part of the time of all samples in which the thread had a processor, between 0 and 1; 1 if the clock cannot tell. */
    double processorShare() {
        double elapsed = measured.elapsed + reference.elapsed;
        return elapsed > 0 ? Math.min(1.0, (measured.byClock + reference.byClock) / elapsed) : 1.0;
    }

    /** Runs {@code rounds} more rounds. */
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

    /** Returns the result of all rounds. */
    RatioResult result() {
        double perLap = measured.median();
        double referencePerLap = reference.median();
        if (perLap <= 0 || referencePerLap <= 0) {
            throw new TestAbortedException("a block took no time by the clock in " + MAX_LAPS + " laps: let it do more work in a lap. "
                    + "If it waits, or works on other threads, compare elapsed time by clock(System::nanoTime)");
        }
        MedianInterval interval = MedianInterval.ofSeries(ratios);
        return new RatioResult(interval.median(), interval.low(), interval.high(), ratios.length, perLap, referencePerLap);
    }

    /** One of the two blocks. */
    private static final class Timed {
        private final Block block;
        private final LongSupplier clock;
        private int laps = 1;
        private double perLap;
        private double[] samples = new double[0];
        private double byClock;
        private double elapsed;

        Timed(Block block, LongSupplier clock) {
            this.block = block;
            this.clock = clock;
        }

        void chooseLaps() throws Throwable {
            laps = 1;
            long shortest = shortest();
            while (shortest < SAMPLE_NANOSECONDS && laps < MAX_LAPS) {
                // At most ten times as many at once: the first laps may have been interpreted.
                double factor = Math.min(10.0, (double) SAMPLE_NANOSECONDS / Math.max(1L, shortest));
                laps = (int) Math.min(MAX_LAPS, Math.max(laps + 1L, (long) Math.ceil(laps * factor)));
                shortest = shortest();
            }
            perLap = (double) shortest / laps;
        }

        double sampleLength() {
            return laps * perLap;
        }

        void lengthenTo(double nanoseconds) {
            if (perLap > 0) {
                laps = (int) Math.min(MAX_LAPS, Math.max(laps, Math.round(nanoseconds / perLap)));
            }
        }

        private long shortest() throws Throwable {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < TRIES && shortest >= SAMPLE_NANOSECONDS || i == 0; i++) {
                shortest = Math.min(shortest, time());
            }
            return shortest;
        }

        void forget() {
            samples = new double[0];
            byClock = 0;
            elapsed = 0;
        }

        /** Returns the nanoseconds per lap. */
        double sample() throws Throwable {
            long before = System.nanoTime();
            long time = time();
            elapsed += System.nanoTime() - before;
            byClock += time;
            double perLap = (double) time / laps;
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
