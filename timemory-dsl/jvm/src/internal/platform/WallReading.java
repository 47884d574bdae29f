package timemory.internal.platform;

/**
 * The wall clock by its selected source.
 *
 * <p>The choice is one field, tested in each reading, rather than an object to call: the compiler then has both ways before it, with no
 * call that it cannot look into.
 */
final class WallReading {

    /** Nanoseconds in a tick of the time-stamp counter, as {@code TickLine} tells; 0 while the monotonic clock is read. */
    private static long scale;

    private static long ticks;
    private static long nanoseconds;

    private WallReading() {}

    static long nanoseconds() {
        return scale == 0L ? System.nanoTime() : byCounter();
    }

    private static long byCounter() {
        long passed = JvmReadings.readings.timeStampCounter() - ticks;
        return nanoseconds + Math.multiplyHigh(passed << TickLine.SHIFT, scale);
    }

    /** To be called while nothing is measured. */
    static void select(TickLine line) {
        ticks = line == null ? 0L : line.getTicks();
        nanoseconds = line == null ? 0L : line.getNanoseconds();
        scale = line == null ? 0L : line.getScale();
    }
}
