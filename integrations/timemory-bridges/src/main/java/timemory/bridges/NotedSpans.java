package timemory.bridges;

import io.opentelemetry.api.trace.SpanContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The most recent sampled spans of each region, as exemplars: one for each doubling of the lap duration, for the first thousand regions.
 * They are kept only once they have been requested.
 */
final class NotedSpans {

    /** A lap with its span. */
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

    /** Called when a lap of {@code label} has ended that took {@code nanoseconds}. */
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
