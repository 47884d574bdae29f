package timemory.test;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.opentest4j.AssertionFailedError;
import timemory.jvm.ThreadAllocatedBytes;

/**
 * Holds a block to a budget of allocated heap: made by {@link Budgets#assertAllocation}.
 *
 * <p>The block runs for {@link #warmup warm-up}, then in rounds of {@link #laps laps}, until a round is within the budget, ten of them at
 * the most. What the JVM allocates on the side (when classes are loaded, or compiled code is thrown away) comes once; what the
 * block allocates comes in each round. So the budget is exact: a single object in one of 10,000 laps, round after round, is above a
 * budget of nothing.
 *
 * <p>Counted is the heap that the calling thread allocates ({@code com.sun.management.ThreadMXBean}), not what other threads do for the
 * block. An object that compiled code does without still counts in code that is interpreted: give hot code enough warm-up.
 *
 * <p>A block above its budget runs on for a moment, at most half a second and 64 MB, so that Flight Recorder can tell where it allocates.
 *
 * <p>Not thread-safe.
 */
public final class AllocationCheck {

    /** Laps of a round unless said otherwise. */
    public static final int LAPS = 10_000;

    /** Laps before the first round unless said otherwise: enough for the compiler to see that the block is hot. */
    public static final int WARMUP = 20_000;

    private static final int MOST_ROUNDS = 10;

    private final Block block;
    private int laps = LAPS;
    private int warmup = WARMUP;

    AllocationCheck(Block block) {
        this.block = block;
    }

    /**
     * Runs {@code laps} laps in each round, {@value #LAPS} without.
     *
     * @throws IllegalArgumentException if that is below 1
     */
    public AllocationCheck laps(int laps) {
        if (laps < 1) {
            throw new IllegalArgumentException("laps: " + laps + " < 1");
        }
        this.laps = laps;
        return this;
    }

    /**
     * Runs {@code laps} laps before the first round, {@value #WARMUP} without.
     *
     * @throws IllegalArgumentException if that is below 0
     */
    public AllocationCheck warmup(int laps) {
        if (laps < 0) {
            throw new IllegalArgumentException("warmup: " + laps + " < 0");
        }
        this.warmup = laps;
        return this;
    }

    /**
     * Runs the block and checks that a lap allocates {@code bytesPerLap} bytes or fewer on average.
     *
     * @return what was measured
     * @throws AssertionFailedError if it allocates more
     * @throws org.opentest4j.TestAbortedException if allocations are not counted here: not by this JVM, or not on this
     *     thread because it is virtual
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
        while (rounds < MOST_ROUNDS && least > budget * laps) {
            least = Math.min(least, run(counter, laps));
            rounds++;
        }
        return new Allocation(least, laps, warmup, rounds);
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
