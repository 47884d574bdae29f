package timemory.sampling;

import java.time.Duration;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * What other recordings of the Flight Recorder ask of an event: somebody may record the same program, and where two ask for one event, both
 * get what the more demanding one wants.
 */
final class OtherRecordings {
    private OtherRecordings() {}

    /** Whether one that runs has {@code event}. */
    static boolean have(String event) {
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getState() == RecordingState.RUNNING && "true".equals(recording.getSettings().get(event + "#enabled"))) {
                return true;
            }
        }
        return false;
    }

    /** The shortest period of {@code event} that one of them has, and no longer than {@code own}, in nanoseconds. */
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

    /** What {@code text} says, as in "20 ms"; 0 where it says something else. */
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
