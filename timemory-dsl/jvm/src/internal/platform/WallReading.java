package timemory.internal.platform;

import org.jspecify.annotations.Nullable;

/**
 * The wall clock, using its selected source.
 *
 * <p>The choice is one field, tested in each reading, rather than an object to call: the compiler then sees both alternatives, without an
 * opaque call.
 */
final class WallReading {

    /** Converts the time-stamp counter to a reading; {@code null} while the monotonic clock is used. */
    private static volatile @Nullable TickLine line;

    /** Set before {@link #line}. */
    @SuppressWarnings("NullAway.Init")
    private static volatile TickClock clock;

    private WallReading() {}

    static long nanoseconds() {
        TickLine line = WallReading.line;
        return line == null ? System.nanoTime() : byCounter(line);
    }

    private static long byCounter(TickLine line) {
        long passed = JvmReadings.readings.timeStampCounter() - line.ticks;
        if (Long.compareUnsigned(passed, line.length) >= 0) {
            return clock.readLate();
        }
        return line.nanoseconds + Math.multiplyHigh(passed << TickLine.SHIFT, line.scale);
    }

    /** Any thread may call it at any time. */
    static void select(@Nullable TickLine line, TickClock clock) {
        WallReading.clock = clock;
        WallReading.line = line;
    }
}
