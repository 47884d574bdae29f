package timemory.test;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.opentest4j.AssertionFailedError;
import timemory.jvm.ThreadAllocatedBytes;

/**
 * Checks a block against a heap allocation budget. Created by {@link Budgets#assertAllocation}.
 *
 * <p>The block runs for {@link #warmup warm-up}, then in rounds of {@link #laps laps} until a round is within the budget, at most ten of
 * them. The JVM's own allocations (when classes are loaded, or compiled code is discarded) happen once; those of the block happen in each
 * round. So the budget is exact: a single object in one of 10,000 laps, round after round, exceeds a budget of zero.
 *
 * <p>Then a last round of as many laps as all before has to be within the budget, too: a structure that grows by doubling, such as a list
 * that is only appended to, grows in it at least once. If that round is above the budget, there are up to two more, each of as many laps as
 * all before, in case the JVM was the reason. Rarer allocations are not detected.
 *
 * <p>Only the calling thread's heap allocations count ({@code com.sun.management.ThreadMXBean}), not those of other threads for the block.
 * An object that compiled code optimizes away still counts in interpreted code: give hot code enough warm-up.
 *
 * <p>A block above its budget keeps running for a moment, at most half a second and 64 MB, so that Flight Recorder can find where it
 * allocates.
 *
 * <p>Not thread-safe.
 */
public final class AllocationCheck {

    /** The default number of laps per round. */
    public static final int LAPS = 10_000;

    /** The default number of laps before the first round: enough for the compiler to treat the block as hot. */
    public static final int WARMUP = 20_000;

    private static final int MAX_ROUNDS = 10;
    private static final int MAX_LAST_ROUNDS = 3;

    private final Block block;
    private int laps = LAPS;
    private int warmup = WARMUP;

    AllocationCheck(Block block) {
        this.block = block;
    }

    /**
     * Sets the number of laps per round; the default is {@value #LAPS}.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public AllocationCheck laps(int laps) {
        if (laps < 1) {
            throw new IllegalArgumentException("laps: " + laps + " < 1");
        }
        this.laps = laps;
        return this;
    }

    /**
     * Sets the number of laps before the first round; the default is {@value #WARMUP}.
     *
     * @throws IllegalArgumentException if it is below 0
     */
    public AllocationCheck warmup(int laps) {
        if (laps < 0) {
            throw new IllegalArgumentException("warmup: " + laps + " < 0");
        }
        this.warmup = laps;
        return this;
    }

    /**
     * Runs the block and checks that it allocates at most {@code bytesPerLap} bytes per lap on average.
     *
     * @return what was measured
     * @throws AssertionFailedError if it allocates more
     * @throws org.opentest4j.TestAbortedException if allocations cannot be counted here: not by this JVM, or not on this thread because it
     * is virtual
     * @throws IllegalArgumentException for a budget below 0
     */
    public Allocation isAtMost(long bytesPerLap) {
        if (bytesPerLap < 0) {
            throw new IllegalArgumentException("budget: " + bytesPerLap + " bytes < 0");
        }
        Unavailable.abortUnlessAvailable(ThreadAllocatedBytes.TYPE);
        if (((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes() < 0) {
            throw Unavailable.aborted(ThreadAllocatedBytes.TYPE, "allocations of virtual threads are not counted; run the test on a "
                    + "platform thread");
        }
        try {
            return check(measure(bytesPerLap), bytesPerLap);
        } catch (Throwable failure) {
            throw Throwing.asIs(failure);
        }
    }

    private Allocation measure(long budget) throws Throwable {
        ThreadAllocatedBytes counter = ThreadAllocatedBytes.TYPE.create();
        run(counter, warmup);
        long least = Long.MAX_VALUE;
        int rounds = 0;
        while (rounds < MAX_ROUNDS && least > budget * laps) {
            least = Math.min(least, run(counter, laps));
            rounds++;
        }
        Allocation measured = new Allocation(least, laps, warmup, rounds);
        return least > budget * laps ? measured : confirmed(measured, counter, budget);
    }

    /**
     * Returns {@code measured}, unless all rounds as long as everything before are above the budget: then the one of these with the fewest
     * bytes.
     */
    private Allocation confirmed(Allocation measured, ThreadAllocatedBytes counter, long budget) throws Throwable {
        long before = warmup + (long) measured.rounds() * laps;
        Allocation least = null;
        for (int i = 1; i <= MAX_LAST_ROUNDS; i++) {
            int laps = (int) Math.min(before, Integer.MAX_VALUE);
            long bytes = run(counter, laps);
            if (bytes <= budget * laps) {
                return measured;
            }
            Allocation last = new Allocation(bytes, laps, laps, i);
            least = least == null || last.bytesPerLap() < least.bytesPerLap() ? last : least;
            before += laps;
        }
        return least == null ? measured : least;
    }

    private long run(ThreadAllocatedBytes counter, int laps) throws Throwable {
        counter.start();
        for (int i = 0; i < laps; i++) {
            block.run();
        }
        counter.stop();
        return counter.getLast();
    }

    private Allocation check(Allocation measured, long budget) {
        if (measured.bytes() > budget * measured.laps()) {
            throw new AssertionFailedError(
                    "allocated " + measured + " on thread '" + Thread.currentThread().getName() + "', above the budget of "
                            + budget + " bytes per lap. " + AllocationSites.of(block, measured.bytesPerLap()),
                    budget + " bytes per lap", measured.toString());
        }
        return measured;
    }
}
