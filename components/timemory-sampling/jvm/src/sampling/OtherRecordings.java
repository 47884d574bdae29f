package timemory.sampling;

import java.time.Duration;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * The settings of other Flight Recorder recordings for an event: if two recordings enable one event, both get the more demanding settings.
 */
final class OtherRecordings {
    private OtherRecordings() {}

    /** Returns whether a running recording has {@code event}. */
    static boolean have(String event) {
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getState() == RecordingState.RUNNING && "true".equals(recording.getSettings().get(event + "#enabled"))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the shortest period of {@code event} over all recordings, at most {@code own}, in nanoseconds. */
    static long shortestPeriod(String event, long own) {
        long shortest = own;
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            Map<String, String> settings = recording.getSettings();
            if (recording.getState() != RecordingState.RUNNING || !"true".equals(settings.get(event + "#enabled"))) {
                continue;
            }
            long period = nanoseconds(settings.get(event + "#period"));
            if (period > 0 && period < shortest) {
                shortest = period;
            }
        }
        return shortest;
    }

    /** Parses {@code text} such as "20 ms"; returns 0 for anything else. */
    static long nanoseconds(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        String trimmed = text.trim();
        int unitAt = 0;
        while (unitAt < trimmed.length() && Character.isDigit(trimmed.charAt(unitAt))) {
            unitAt++;
        }
        if (unitAt == 0 || unitAt > 9) {
            return 0;
        }
        long number = Long.parseLong(trimmed.substring(0, unitAt));
        return switch (trimmed.substring(unitAt).trim()) {
            case "ns" -> number;
            case "us" -> number * 1_000L;
            case "ms" -> number * 1_000_000L;
            case "s" -> number * 1_000_000_000L;
            case "m" -> Duration.ofMinutes(number).toNanos();
            default -> 0;
        };
    }
}
