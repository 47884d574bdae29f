package timemory.live.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The series of one metric, in the text formats of Prometheus (0.0.4) and OpenMetrics (1.0), which differ in the names of counters and in
 * extra features.
 */
final class MetricFamily {

    private record Sample(String suffix, String labels, String value, String exemplar) {}

    private static final double NANOSECONDS = 1e9;
    private static final String NONE = "";

    private final String name;
    private final String type;
    private final String unit;
    private final String help;
    private final List<Sample> samples = new ArrayList<>();

    /** @param unit the suffix of the name, {@code _seconds}, or nothing */
    MetricFamily(String name, String type, String unit, String help) {
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.help = help;
    }

    boolean isEmpty() {
        return samples.isEmpty();
    }

    void add(String region, double value) {
        samples.add(new Sample(type.equals("counter") ? "_total" : "", "region=\"" + escaped(region) + "\"", number(value), NONE));
    }

    /** Returns an exemplar with a value in a range, above the first number and up to the second, in nanoseconds, or nothing. */
    interface Range {
        String exemplar(long above, long most);
    }

    /** @param counts of values up to each of {@code bounds}, in nanoseconds, followed by the total count */
    void addHistogram(String region, long[] bounds, long[] counts, double sum, Range range) {
        String label = "region=\"" + escaped(region) + "\"";
        long above = -1;
        for (int i = 0; i < bounds.length; i++) {
            String bound = ",le=\"" + bounds[i] / NANOSECONDS + "\"";
            samples.add(new Sample("_bucket", label + bound, Long.toString(counts[i]), range.exemplar(above, bounds[i])));
            above = bounds[i];
        }
        String all = Long.toString(counts[bounds.length]);
        samples.add(new Sample("_bucket", label + ",le=\"+Inf\"", all, range.exemplar(above, Long.MAX_VALUE)));
        samples.add(new Sample("_sum", label, number(sum), NONE));
        samples.add(new Sample("_count", label, all, NONE));
    }

    void write(StringBuilder out, boolean isOpenMetrics) {
        // In the older text format, a counter's name includes the suffix of its samples.
        String called = type.equals("counter") && !isOpenMetrics ? name + "_total" : name;
        out.append("# TYPE ").append(called).append(' ').append(type).append('\n');
        if (isOpenMetrics && !unit.isEmpty()) {
            out.append("# UNIT ").append(called).append(' ').append(unit, 1, unit.length()).append('\n');
        }
        out.append("# HELP ").append(called).append(' ').append(isOpenMetrics ? escaped(help) : escapedHelp(help)).append('\n');
        for (Sample sample : samples) {
            out.append(name).append(sample.suffix).append('{').append(sample.labels).append("} ").append(sample.value);
            out.append(isOpenMetrics ? sample.exemplar : NONE).append('\n');
        }
    }

    /** NaN means unknown; both formats support it. */
    private static String number(double value) {
        return Double.isNaN(value) ? "NaN" : Double.isInfinite(value) ? (value > 0 ? "+Inf" : "-Inf") : Double.toString(value);
    }

    private static String escapedHelp(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    /** An unpaired surrogate cannot be encoded in UTF-8, and becomes a question mark. */
    private static String escaped(String text) {
        String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return whole.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
