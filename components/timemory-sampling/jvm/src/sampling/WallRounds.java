package timemory.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tracks how often threads were sampled for elapsed time. The profiler sends its signals from one thread, at most 80,000 per second, and
 * fewer if it has to wait for a processor: with thousands of threads, each is sampled less often than requested.
 */
final class WallRounds {

    /** Below this fraction of the requested rate, values are unusable. */
    private static final double ENOUGH = 0.7;

    /** With fewer, nothing can be said. */
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

    /** Adds a sample of {@code thread}, in any order. */
    void add(long thread, Instant time) {
        Seen seen = threads.computeIfAbsent(thread, id -> new Seen(time));
        seen.count++;
        if (time.isAfter(seen.last)) {
            seen.last = time;
        }
    }

    /** Returns the warning if one sample per {@code period} nanoseconds was requested; {@code null} for none. */
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
        return "elapsed time of " + threads.size() + " threads was sampled " + percent + " % as often as requested, and is too small by as "
                + "much: request fewer samples per second (TIMEMORY_SAMPLING_FREQ)";
    }
}
