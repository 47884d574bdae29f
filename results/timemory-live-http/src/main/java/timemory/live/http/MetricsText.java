package timemory.live.http;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Metrics in the format that the client prefers: OpenMetrics, or the older text format of Prometheus, which everything reads. */
final class MetricsText {

    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String PLAIN = "text/plain";

    private final List<MetricFamily> families;
    private @Nullable Encoded openMetrics;
    private @Nullable Encoded plain;

    MetricsText(Collection<MetricFamily> families) {
        this.families = List.copyOf(families);
    }

    LiveResponse answer(LiveRequest question) {
        String accepted = question.header("Accept");
        boolean isOpenMetrics = accepted != null && preference(accepted, OPEN_METRICS) > preference(accepted, PLAIN);
        String type = isOpenMetrics ? OPEN_METRICS + "; version=1.0.0; charset=utf-8" : PLAIN + "; version=0.0.4; charset=utf-8";
        return text(isOpenMetrics).answer(question, type).with("Vary", "Accept, Accept-Encoding");
    }

    private synchronized Encoded text(boolean isOpenMetrics) {
        if (isOpenMetrics) {
            openMetrics = openMetrics == null ? write(true) : openMetrics;
            return openMetrics;
        }
        plain = plain == null ? write(false) : plain;
        return plain;
    }

    private Encoded write(boolean isOpenMetrics) {
        StringBuilder text = new StringBuilder();
        for (MetricFamily family : families) {
            family.write(text, isOpenMetrics);
        }
        if (isOpenMetrics) {
            text.append("# EOF\n");
        }
        return Encoded.of(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns how much {@code accepted}, the value of {@code Accept}, prefers {@code type}: 0 if it is not listed (RFC 9110, 12.5.1). */
    private static double preference(String accepted, String type) {
        double most = 0;
        for (String range : accepted.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = range.split(";");
            if (parts[0].strip().equals(type)) {
                most = Math.max(most, quality(parts));
            }
        }
        return most;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.matches("q=[0-9](\\.[0-9]{0,3})?")) {
                return Double.parseDouble(part.substring(2));
            }
        }
        return 1;
    }
}
