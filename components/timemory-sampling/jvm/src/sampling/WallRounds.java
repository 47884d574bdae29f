package timemory.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often threads were looked at for their elapsed time. The profiler sends its signals from one thread, at most 80,000 a second, and
 * fewer where it has to wait for a processor: with thousands of threads, each is looked at less often than was asked for.
 */
final class WallRounds {

    /** Below this part of what was asked for, values are no good. */
    private static final double ENOUGH = 0.7;

    /** Too few to say anything of them. */
    private static final long MIN_SAMPLES = 100;

    private static final class Seen {
        final Instant first;
        Instant last;
        long count;

        Seen(Instant first) {
            this.first = first;
            last = first;
        }
    }

    private final Map<Long, Seen> threads = new HashMap<>();

    /** A sample of {@code thread}; they come in any order. */
    void add(long thread, Instant time) {
        Seen seen = threads.computeIfAbsent(thread, id -> new Seen(time));
        seen.count++;
        if (time.isAfter(seen.last)) {
            seen.last = time;
        }
    }

    /** What is to be said of it where one sample in {@code period} nanoseconds was asked for, {@code null} for nothing. */
    @Nullable
    String shortfall(long period) {
        long taken = 0;
        long expected = 0;
        for (Seen seen : threads.values()) {
            taken += seen.count;
            expected += 1 + Duration.between(seen.first, seen.last).toNanos() / period;
        }
        if (expected < MIN_SAMPLES || taken >= ENOUGH * expected) {
            return null;
        }
        String percent = String.format(Locale.ROOT, "%.1f", 100.0 * taken / expected);
        return "elapsed time of " + threads.size() + " threads was sampled " + percent + " % as often as asked for, and is too small by as "
                + "much: fewer samples a second (TIMEMORY_SAMPLING_FREQ) come as they are asked for";
    }
}
