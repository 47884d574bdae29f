package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import timemory.OpenRegion;
import timemory.Timemory;

/** What Prometheus receives. */
class MetricsTest {

    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5";

    private final Metrics metrics = new Metrics(new Exemplars(List.of()));

    private Map<String, Double> samples() {
        return samples(metrics.of(Timemory.results()), "");
    }

    private static String text(MetricsText text, String accept) {
        LiveResponse answer = text.answer(new LiveRequest("GET", "", "/metrics", null, name -> name.equals("Accept") ? accept : null));
        try (answer) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            answer.writeTo(out);
            return answer.headers().get("Content-Type") + "\n" + out.toString(StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    /** Returns the values by the text before them. */
    private static Map<String, Double> samples(MetricsText text, String accept) {
        Map<String, Double> samples = new LinkedHashMap<>();
        for (String line : text(text, accept).split("\n")) {
            if (!line.startsWith("#") && line.contains(" ") && line.startsWith("timemory_")) {
                int at = line.lastIndexOf(' ');
                String known = line.substring(0, at);
                String value = line.substring(at + 1);
                assertFalse(samples.containsKey(known), "twice: " + line);
                samples.put(known, value.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(value));
            }
        }
        return samples;
    }

    /** Returns the sum of {@code name} over all regions. */
    private static double total(Map<String, Double> samples, String name) {
        return samples.entrySet().stream().filter(one -> one.getKey().startsWith(name + "{")).mapToDouble(Map.Entry::getValue).sum();
    }

    @Test
    void distributionsThatAreAskedForAllTheTimeOnlyGrowAndEndWithAllLaps() throws Exception {
        int laps = 40_000;
        String count = "timemory_wall_clock_lap_seconds_count";
        try (Measuring measuring = new Measuring("50, 99")) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                threads.add(new Thread(() -> {
                    for (int lap = 0; lap < laps; lap++) measuring.laps(1, "route " + lap % 150);
                }));
            }
            threads.forEach(Thread::start);
            double before = 0;
            while (threads.stream().anyMatch(Thread::isAlive)) {
                double now = total(samples(), count);
                assertTrue(now >= before && now <= 2 * laps, before + ", then " + now);
                before = now;
            }
            for (Thread thread : threads) thread.join();
            Map<String, Double> samples = samples();
            assertEquals(2.0 * laps, total(samples, count));
            assertEquals(2.0 * laps, total(samples, "timemory_wall_clock_laps_total"));
            assertEquals(2.0 * laps, samples.entrySet().stream().filter(one -> one.getKey().contains("le=\"+Inf\""))
                    .mapToDouble(Map.Entry::getValue).sum());
        }
    }

    @Test
    void aRegionIsOneSeriesWhereverItIsCalled() {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(2, "SELECT orders", "GET /orders");
            measuring.laps(3, "SELECT orders", "GET /customers");
            Map<String, Double> samples = samples();
            assertEquals(5, samples.get("timemory_wall_clock_laps_total{region=\"SELECT orders\"}"));
            assertEquals(5, samples.get("timemory_trip_count_laps_total{region=\"SELECT orders\"}"));
            double whole = samples.get("timemory_wall_clock_seconds_total{region=\"GET /orders\"}");
            double self = samples.get("timemory_wall_clock_self_seconds_total{region=\"GET /orders\"}");
            double measured = Timemory.results().get("wall_clock").find("GET /orders").getInclusive().getSum() / 1e9;
            assertEquals(measured, whole, 1e-12);
            assertTrue(self > 0 && self < whole, self + " of " + whole);
        }
    }

    @Test
    void openLapsAreCountedAndTheirTimeGrows() {
        try (Measuring measuring = new Measuring(); OpenRegion open = measuring.open("serve")) {
            Map<String, Double> first = samples();
            assertEquals(1, first.get("timemory_wall_clock_open_laps{region=\"serve\"}"));
            double before = first.get("timemory_wall_clock_seconds_total{region=\"serve\"}");
            measuring.laps(1000, "work");
            assertTrue(samples().get("timemory_wall_clock_seconds_total{region=\"serve\"}") > before);
        }
    }

    @Test
    void labelsAreEscapedAndBreakNoLine() {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "a\"} 1\n# EOF\nevil_total{x=\"");
            measuring.laps(1, "back\\slash");
            measuring.laps(1, "half\ud800");
            measuring.laps(1, "é 漢 😀");
            String text = text(metrics.of(Timemory.results()), OPEN_METRICS);
            assertFalse(text.contains("\nevil_total"), text);
            assertEquals(text.indexOf("\n# EOF") + 1, text.length() - "# EOF\n".length(), "EOF is the end");
            assertTrue(text.contains("region=\"é 漢 😀\""), text);
            for (String line : text.split("\n")) {
                assertTrue(line.startsWith("#") || line.startsWith("application/")
                        || line.matches(
                                "timemory_[a-z0-9_]+\\{(region|le)=\"(\\\\[\\\\\"n]|[^\"\\\\\n])*\"(,le=\"[^\"]+\")?\\} [-+0-9.EInfNa]+"),
                        line);
            }
        }
    }

    @Test
    void aCounterIsCalledAsItsFormatSays() {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            MetricsText text = metrics.of(Timemory.results());
            String older = text(text, "text/plain");
            assertTrue(older.startsWith("text/plain; version=0.0.4; charset=utf-8\n"), older);
            assertTrue(older.contains("# TYPE timemory_wall_clock_seconds_total counter\n"), older);
            assertFalse(older.contains("# UNIT") || older.contains("# EOF"), older);
            String open = text(text, OPEN_METRICS);
            assertTrue(open.startsWith("application/openmetrics-text; version=1.0.0; charset=utf-8\n"), open);
            assertTrue(open.contains("# TYPE timemory_wall_clock_seconds counter\n# UNIT timemory_wall_clock_seconds seconds\n"), open);
            assertTrue(open.endsWith("\n# EOF\n"), open);
            for (String accept : List.of("*/*", "text/html", "application/openmetrics-text;q=0.1,text/plain",
                    "application/openmetrics-text;q=0")) {
                assertTrue(text(text, accept).startsWith("text/plain;"), accept);
            }
        }
    }

    @Test
    void countersNeverGoDownAndWhatIsNamedStaysNamed() {
        try (Measuring measuring = new Measuring()) {
            for (int i = 0; i < Metrics.MAX_REGIONS + 50; i++) {
                measuring.laps(i % 7 + 1, "region " + i);
            }
            Map<String, Double> before = samples();
            assertTrue(before.containsKey("timemory_wall_clock_laps_total{region=\"(others)\"}"));
            double all = laps(before);
            measuring.laps(1000, "came later and has more than any");
            measuring.laps(1, "(others)");
            Map<String, Double> after = samples();
            assertEquals(before.keySet(), after.keySet());
            before.forEach((series, value) -> assertTrue(series.contains("_open_laps") || after.get(series) >= value, series));
            assertEquals(all + 1001, laps(after));
        }
    }

    private static double laps(Map<String, Double> samples) {
        return samples.entrySet().stream().filter(one -> one.getKey().startsWith("timemory_wall_clock_laps_total"))
                .mapToDouble(Map.Entry::getValue).sum();
    }

    @Test
    void lapsAreDistributedWherePercentilesAreKept() {
        try (Measuring measuring = new Measuring("50,99")) {
            measuring.laps(100, "work");
            Map<String, Double> samples = samples();
            assertEquals(100, samples.get("timemory_wall_clock_lap_seconds_count{region=\"work\"}"));
            assertEquals(100, samples.get("timemory_wall_clock_lap_seconds_bucket{region=\"work\",le=\"+Inf\"}"));
            List<Double> buckets = samples.entrySet().stream()
                    .filter(one -> one.getKey().startsWith("timemory_wall_clock_lap_seconds_bucket{region=\"work\""))
                    .map(Map.Entry::getValue).toList();
            assertEquals(buckets.stream().sorted().toList(), buckets, "each bound has those of the ones before");
            assertEquals(28, buckets.size());
            assertTrue(samples.get("timemory_wall_clock_lap_seconds_sum{region=\"work\"}") > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", OPEN_METRICS})
    void aHistogramHasTheSumOfTheLapsThatItCounts(String format) {
        try (Measuring measuring = new Measuring("50")) {
            measuring.laps(3, "work");
            double ended = Timemory.results().get("wall_clock").find("work").getInclusive().getSum() / 1e9;
            try (OpenRegion open = measuring.open("work")) {
                measuring.laps(1000, "other");
                Map<String, Double> samples = samples(metrics.of(Timemory.results()), format);
                assertEquals(1, samples.get("timemory_wall_clock_open_laps{region=\"work\"}"));
                assertEquals(3, samples.get("timemory_wall_clock_lap_seconds_count{region=\"work\"}"));
                assertEquals(ended, samples.get("timemory_wall_clock_lap_seconds_sum{region=\"work\"}"), 1e-12);
                assertEquals(4, samples.get("timemory_wall_clock_laps_total{region=\"work\"}"), "counters have the open lap in both");
                assertTrue(samples.get("timemory_wall_clock_seconds_total{region=\"work\"}") > ended);
            }
            double all = Timemory.results().get("wall_clock").find("work").getInclusive().getSum() / 1e9;
            Map<String, Double> samples = samples(metrics.of(Timemory.results()), format);
            assertEquals(4, samples.get("timemory_wall_clock_lap_seconds_count{region=\"work\"}"));
            assertEquals(all, samples.get("timemory_wall_clock_lap_seconds_sum{region=\"work\"}"), 1e-12);
        }
    }

    @Test
    void aBucketLeadsToATraceOfALapInIt() {
        Metrics withTraces = new Metrics(new Exemplars(List.of(new TestExemplars())));
        try (Measuring measuring = new Measuring("50")) {
            measuring.laps(1, "traced");
            measuring.laps(1, "untraced");
            MetricsText text = withTraces.of(Timemory.results());
            List<String> lines = text(text, OPEN_METRICS).lines().filter(line -> line.contains(" # ")).toList();
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.get(0).startsWith("timemory_wall_clock_lap_seconds_bucket{region=\"traced\",le=\"0.134217728\"} 1"),
                    lines.get(0));
            assertTrue(lines.get(0).matches(".* # \\{trace_id=\"" + TestExemplars.TRACE + "\",span_id=\"" + TestExemplars.SPAN
                    + "\"} 0\\.1 [0-9]+\\.[0-9]{3}"), lines.get(0));
            assertFalse(text(text, "text/plain").contains(" # {"), "the older text has none");
        }
    }

    @Test
    void anotherSessionBeginsAnew() {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(5, "work");
            assertEquals(5, samples().get("timemory_wall_clock_laps_total{region=\"work\"}"));
        }
        metrics.restart();
        try (Measuring measuring = new Measuring()) {
            measuring.laps(2, "other");
            assertFalse(samples().containsKey("timemory_wall_clock_laps_total{region=\"work\"}"));
        }
    }
}
