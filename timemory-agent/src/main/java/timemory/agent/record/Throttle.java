package timemory.agent.record;

import java.util.concurrent.atomic.LongAdder;

/**
 * timemory's rule for functions called very often and very short: one that was called {@code count} times, and took less than
 * {@code value} nanoseconds in the mean, is no longer measured. It is asked at each {@code count}th call, of all threads together.
 */
public final class Throttle {
    private final int count;
    private final int value;
    private final LongAdder calls = new LongAdder();
    private final LongAdder nanoseconds = new LongAdder();

    /** Calls that this thread of control saw; may lose some where threads meet, which puts the question off by as many calls. */
    private int sinceAsked;

    private volatile boolean hasActed;

    public Throttle(int count, int value) {
        this.count = count;
        this.value = value;
    }

    /** A call ended; returns whether the function is to be measured no longer. */
    boolean ended(long took) {
        calls.increment();
        nanoseconds.add(took);
        if (++sinceAsked < count) return false;
        sinceAsked = 0;
        long all = calls.sum();
        if (all == 0 || nanoseconds.sum() / all >= value) return false;
        hasActed = true;
        return true;
    }

    boolean hasActed() {
        return hasActed;
    }
}
