package timemory.test;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Checks the CPU time of a block on the calling thread against a multiple of another block's. Created by {@link Budgets#assertRatio}. For
 * blocks that wait, or work on other threads, compare elapsed time: {@code clock(System::nanoTime)}.
 *
 * <p>Both run alternately, in rounds, for the same time; each round gives a ratio. What counts is the median of these and its 99 %
 * confidence interval, which is wider if rounds are correlated. The test fails only if the whole interval is above the bound, and passes
 * only if none of it is. Otherwise there are more rounds, twice; if the bound is still inside the interval, the test is aborted with the
 * measurement: it neither passes nor fails. Error rates are in {@code docs/dev/testing.md}. Choose a bound well away from the ratio that
 * you expect.
 *
 * <p>The blocks should have an effect, such as a field's new value: the compiler removes code without one.
 *
 * <p>Not thread-safe.
 */
public final class RatioCheck {

    /** The default number of rounds before the first decision. */
    public static final int ROUNDS = 25;

    /** The default number of warm-up rounds. */
    public static final int WARMUP = 20;

    private static final int LOOKS = 3;

    /** A thread that has a processor for a smaller part of the time is interrupted often. */
    private static final double BUSY = 0.9;

    private final Block measured;
    private final Block reference;
    private int rounds = ROUNDS;
    private int warmup = WARMUP;
    private LongSupplier clock = RatioCheck::cpuNanoseconds;

    @SuppressWarnings("NullAway.Init") // set by warm, before any result is judged
    private RatioRounds running;

    RatioCheck(Block measured, Block reference) {
        this.measured = Objects.requireNonNull(measured, "measured");
        this.reference = Objects.requireNonNull(reference, "reference");
    }

    /**
     * Sets the number of rounds before the first decision; the default is {@value #ROUNDS}. There are as many again before the second, and
     * twice as many before the third.
     *
     * @throws IllegalArgumentException if that is below 8, which is too few for a statement with 99 % confidence
     */
    public RatioCheck rounds(int rounds) {
        if (rounds < MedianInterval.MIN_SAMPLES) {
            throw new IllegalArgumentException("rounds: " + rounds + " < " + MedianInterval.MIN_SAMPLES + ", which say nothing with 99 % "
                    + "confidence");
        }
        this.rounds = rounds;
        return this;
    }

    /**
     * Sets the number of warm-up rounds, of at least a millisecond for each block; the default is {@value #WARMUP}.
     *
     * @throws IllegalArgumentException if it is below 0
     */
    public RatioCheck warmup(int rounds) {
        if (rounds < 0) {
            throw new IllegalArgumentException("warmup: " + rounds + " < 0");
        }
        this.warmup = rounds;
        return this;
    }

    /**
     * Sets the clock; the default is the CPU time of the calling thread. Use {@code System::nanoTime}, for example, or a clock that a test
     * controls.
     */
    public RatioCheck clock(LongSupplier nanoseconds) {
        this.clock = Objects.requireNonNull(nanoseconds, "nanoseconds");
        return this;
    }

    /**
     * Runs the blocks and returns how they compare, without further rounds.
     *
     * @throws TestAbortedException if a block takes no time according to the clock
     */
    public RatioResult measure() {
        try {
            RatioRounds running = warm();
            running.run(rounds);
            return running.result();
        } catch (Throwable failure) {
            throw Throwing.asIs(failure);
        }
    }

    /**
     * Runs the blocks and checks that the first takes at most {@code bound} times as long as the second.
     *
     * @return what was measured
     * @throws AssertionFailedError if it takes longer, beyond the spread of the rounds
     * @throws TestAbortedException if the rounds are too noisy to decide, or a block takes no time according to the clock
     * @throws IllegalArgumentException if the bound is not positive
     */
    public RatioResult isAtMost(double bound) {
        if (!(bound > 0)) {
            throw new IllegalArgumentException("bound: " + bound + " is not above 0");
        }
        try {
            return check(measureFor(bound), bound);
        } catch (Throwable failure) {
            throw Throwing.asIs(failure);
        }
    }

    private RatioResult measureFor(double bound) throws Throwable {
        RatioRounds running = warm();
        running.run(rounds);
        RatioResult result = running.result();
        for (int look = 1; look < LOOKS && result.verdict(bound) == Verdict.INCONCLUSIVE; look++) {
            running.run(result.rounds());
            result = running.result();
        }
        return result;
    }

    private RatioRounds warm() throws Throwable {
        running = new RatioRounds(measured, reference, clock);
        running.warmUp(warmup);
        return running;
    }

    /** Returns the CPU time of the calling thread, as accounted by the kernel. */
    private static long cpuNanoseconds() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanoseconds;
        try {
            nanoseconds = threads.getCurrentThreadCpuTime();
        } catch (UnsupportedOperationException ignored) {
            nanoseconds = -1;
        }
        if (nanoseconds < 0) {
            throw new TestAbortedException("the CPU time of thread '" + Thread.currentThread().getName() + "' is not known: run the test "
                    + "on a platform thread, or compare elapsed time by clock(System::nanoTime)");
        }
        return nanoseconds;
    }

    private RatioResult check(RatioResult result, double bound) {
        switch (result.verdict(bound)) {
            case ABOVE:
                throw new AssertionFailedError(String.format(Locale.ROOT, "%s is above the bound of %s, beyond the spread of the rounds. "
                        + "Find what takes the time by measuring its parts as regions, or raise the bound", result, Units.number(bound)),
                        "ratio at most " + Units.number(bound), result.toString());
            case INCONCLUSIVE:
                throw new TestAbortedException(String.format(Locale.ROOT, "inconclusive: %s has the bound of %s inside of its interval. "
                        + "%sRun on a quieter machine, ask for more rounds, or choose a bound further away", result, Units.number(bound),
                        machine()));
            default:
                return result;
        }
    }

    /** Returns a remark if the machine is the reason. */
    private String machine() {
        double share = running.processorShare();
        return share >= BUSY ? ""
                : String.format(Locale.ROOT, "The machine is busy: the thread had a processor for %.0f %% of the time. ", 100 * share);
    }
}
