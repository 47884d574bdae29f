package timemory.bridges;

import io.opentelemetry.api.trace.SpanContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The last spans of each region that are sampled, so that somebody can look at them: one for each doubling of what a lap took, of the first
 * thousand regions. Kept once somebody asks for them, and nothing before.
 */
final class NotedSpans {

    /** A lap, and the span that it was. */
    record Noted(String traceId, String spanId, long nanoseconds, long at) {}

    private static final int MAX_REGIONS = 1000;
    private static final Map<String, AtomicReferenceArray<Noted>> BY_LABEL = new ConcurrentHashMap<>();

    private static volatile boolean areAskedFor;

    private NotedSpans() {}

    static void begin() {
        areAskedFor = true;
    }

    static boolean areAskedFor() {
        return areAskedFor;
    }

    /** A lap of {@code label} has ended that took so many {@code nanoseconds}. */
    static void note(String label, SpanContext span, long nanoseconds) {
        AtomicReferenceArray<Noted> laps = BY_LABEL.get(label);
        if (laps == null) {
            if (BY_LABEL.size() >= MAX_REGIONS) {
                return;
            }
            laps = BY_LABEL.computeIfAbsent(label, region -> new AtomicReferenceArray<>(Long.SIZE));
        }
        Noted noted = new Noted(span.getTraceId(), span.getSpanId(), nanoseconds, System.currentTimeMillis());
        laps.set(Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, nanoseconds - 1)), noted);
    }

    static List<Noted> of(String label) {
        List<Noted> known = new ArrayList<>();
        AtomicReferenceArray<Noted> laps = BY_LABEL.get(label);
        for (int i = 0; laps != null && i < Long.SIZE; i++) {
            Noted noted = laps.get(i);
            if (noted != null) {
                known.add(noted);
            }
        }
        return known;
    }
}
