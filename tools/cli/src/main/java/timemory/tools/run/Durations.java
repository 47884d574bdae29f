package timemory.tools.run;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}; a number alone is seconds. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h)?");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException where it is none, or nothing
     */
    public static Duration parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches()) throw new IllegalArgumentException("'" + text + "' is not a duration, such as 500ms, 30s, 5m or 1h");
        double factor = switch (parts.group(2) == null ? "s" : parts.group(2)) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 1_000;
        };
        Duration duration = Duration.ofMillis((long) (Double.parseDouble(parts.group(1)) * factor));
        if (duration.isZero()) throw new IllegalArgumentException("the duration must be above 0, not '" + text + "'");
        return duration;
    }
}
