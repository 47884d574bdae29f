package timemory.test;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Holds the CPU time that a block takes on the calling thread to a multiple of what another takes: made by {@link Budgets#assertRatio}.
 * Blocks that wait, or work on other threads, are compared by elapsed time: {@code clock(System::nanoTime)}.
 *
 * <p>Both run in turn, in rounds, for equally long; each round gives a ratio. What counts is the median of these and the interval that
 * holds it with 99 % confidence, wider where rounds resemble their neighbours. The test fails only if the whole interval is above the
 * bound, and passes only if none of it is. Otherwise there are more rounds, twice; if the bound is still inside the interval, the test is
 * aborted with the measurement: neither passed nor failed. Error rates are in {@code docs/testing.md}. Choose a bound well away from the
 * ratio that you expect.
 *
 * <p>The blocks should leave something that is used, such as a field's new value: what the compiler finds to be of no use takes no time.
 *
 * <p>Not thread-safe.
 */
public final class RatioCheck {

    /** Rounds before the first look unless said otherwise. */
    public static final int ROUNDS = 25;

    /** Rounds that do not count unless said otherwise. */
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
     * Runs {@code rounds} rounds before the first look, {@value #ROUNDS} without; as many again before the second, twice as many before
     * the third.
     *
     * @throws IllegalArgumentException if that is below 8, from which nothing can be said with 99 % confidence
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
     * Runs {@code rounds} rounds, of a millisecond or more for each block, before those that count, {@value #WARMUP} without.
     *
     * @throws IllegalArgumentException if that is below 0
     */
    public RatioCheck warmup(int rounds) {
        if (rounds < 0) {
            throw new IllegalArgumentException("warmup: " + rounds + " < 0");
        }
        this.warmup = rounds;
        return this;
    }

    /**
     * Takes the time from {@code nanoseconds}, the CPU time of the calling thread without: {@code System::nanoTime}, say, or a clock that
     * a test moves.
     */
    public RatioCheck clock(LongSupplier nanoseconds) {
        this.clock = Objects.requireNonNull(nanoseconds, "nanoseconds");
        return this;
    }

    /**
     * Runs the blocks and tells how they compare, by one look.
     *
     * @throws TestAbortedException if a block takes no time at all by the clock
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
     * @throws TestAbortedException if the rounds spread too much to tell, or a block takes no time at all by the clock
     * @throws IllegalArgumentException for a bound that is not above 0
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

    /** CPU time of the calling thread, as the kernel accounts it. */
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

    /** That the machine is the reason, where it is. */
    private String machine() {
        double share = running.processorShare();
        return share >= BUSY ? ""
                : String.format(Locale.ROOT, "The machine is busy: the thread had a processor for %.0f %% of the time. ", 100 * share);
    }
}
