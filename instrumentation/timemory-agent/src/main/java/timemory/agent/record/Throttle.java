package timemory.agent.record;

import java.util.concurrent.atomic.LongAdder;

/**
 * timemory's rule for functions that are called very often and are very short: one that was called {@code count} times, and took less than
 * {@code value} nanoseconds on average, is no longer measured. It is checked at each {@code count}th call, of all threads together.
 *
 * <p>Calls are counted, and only some of them timed, because reading the clock costs as much as measuring a short function: one in {@value
 * #EVERY}, at varying distances, so that a function whose every second call is long is not always sampled at the others. If these show that
 * the function is short, the last tenth of the {@code count} calls are all timed, and decide: samples rarely catch a few long calls among
 * many short ones.
 *
 * <p>The counts are plain fields, which lose some calls if threads collide: that delays the check by as many, and costs no more than
 * counting.
 */
public final class Throttle {
    private static final int EVERY = 32;

    private final int count;
    private final long value;

    /** The call of the period from which on all are timed. */
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

    /** A call starts; returns whether its duration is needed, for {@link #ended}. */
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

    /** A timed call ended; returns whether the function is to be measured no longer. */
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
