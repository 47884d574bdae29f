package timemory.agent.record;

import java.util.concurrent.atomic.LongAdder;

/**
 * timemory's rule for functions called very often and very short: one that was called {@code count} times, and took less than
 * {@code value} nanoseconds on average, is no longer measured. It is asked at each {@code count}th call, of all threads together.
 *
 * <p>Calls are counted, and only some of them timed, since a look at the clock costs as much as measuring a short function does: one in
 * {@value #EVERY}, at distances that differ, so that a function which takes long at every second call is not always met at the others.
 * Where these say that the function is short, the last tenth of the {@code count} calls are all timed, and decide: samples rarely catch a
 * few long calls among many short ones.
 *
 * <p>The counts are plain fields, which lose some calls where threads meet: that puts the question off by as many, and costs no more than
 * counting.
 */
public final class Throttle {
    private static final int EVERY = 32;

    private final int count;
    private final long value;

    /** Calls of the period from which on all are timed. */
    private final int lookAt;

    private int calls;
    private int untilSample = EVERY / 2;
    private int random = 0x9E3779B9;
    private boolean timesAll;

    private Mean samples = new Mean();
    private Mean last = new Mean();
    private volatile boolean hasActed;

    public Throttle(int count, int value) {
        this.count = count;
        this.value = value;
        lookAt = count - Math.max(count / 10, Math.min(count, EVERY));
        timesAll = lookAt <= 0;
    }

    /** A call begins; returns whether its time is wanted, for {@link #ended}. */
    boolean wantsTime() {
        int call = ++calls;
        if (call == lookAt && samples.mayBeBelow(value)) timesAll = true;
        if (timesAll) return true;
        if (call >= count) startOver();
        if (--untilSample > 0) return false;
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        untilSample = 1 + (random >>> 1) % (2 * EVERY - 1);
        return true;
    }

    /** A call ended whose time was wanted; returns whether the function is to be measured no longer. */
    boolean ended(long took) {
        if (!timesAll) {
            samples.add(took);
            return false;
        }
        last.add(took);
        if (calls < count) return false;
        boolean isShort = last.mayBeBelow(value) && samples.mayBeBelow(value);
        startOver();
        if (isShort) hasActed = true;
        return isShort;
    }

    private void startOver() {
        calls = 0;
        samples = new Mean();
        last = new Mean();
        timesAll = lookAt <= 0;
    }

    boolean hasActed() {
        return hasActed;
    }

    private static final class Mean {
        private final LongAdder calls = new LongAdder();
        private final LongAdder nanoseconds = new LongAdder();

        void add(long took) {
            calls.increment();
            nanoseconds.add(took);
        }

        /** Whether nothing is known to the contrary. */
        boolean mayBeBelow(long value) {
            long all = calls.sum();
            return all == 0 || nanoseconds.sum() / all < value;
        }
    }
}
