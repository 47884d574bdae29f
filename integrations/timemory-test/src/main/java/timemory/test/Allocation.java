package timemory.test;

import java.util.Locale;

/**
 * What a block allocated on the thread that ran it.
 *
 * @param bytes of heap, over all laps of the best round
 * @param laps the number of laps per round
 * @param warmup the number of warm-up laps, which do not count
 * @param rounds how many rounds were run until one was within the budget
 */
public record Allocation(long bytes, int laps, int warmup, int rounds) {

    /** Returns the average allocation per lap in bytes. */
    public double bytesPerLap() {
        return (double) bytes / laps;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s bytes per lap (%,d bytes in %,d laps, after %,d for warm-up; the least of %d rounds)",
                Units.number(bytesPerLap()), bytes, laps, warmup, rounds);
    }
}
