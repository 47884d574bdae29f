package timemory.test;

import java.util.Locale;

/**
 * What a block allocated on the thread that ran it.
 *
 * @param bytes of heap, over all laps of the round with the fewest
 * @param laps how many there were in a round
 * @param warmup how many went before, and do not count
 * @param rounds how many were measured until one was within the budget
 */
public record Allocation(long bytes, int laps, int warmup, int rounds) {

    /** Bytes that a lap allocated, on average. */
    public double bytesPerLap() {
        return (double) bytes / laps;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s bytes per lap (%,d bytes in %,d laps, after %,d for warm-up; the least of %d rounds)",
                Units.number(bytesPerLap()), bytes, laps, warmup, rounds);
    }
}
