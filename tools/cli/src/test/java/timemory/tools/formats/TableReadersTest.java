package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Quantity;
import timemory.export.wire.WireResults;
import timemory.results.Results;
import timemory.tests.OptionalTools;

/** What readers of tables, XML and metrics make of our files. */
@Tag("optional-tools")
class TableReadersTest {

    @TempDir
    private Path directory;

    @Test
    void pythonAndPandasReadTheSameNumbersFromTables() throws Exception {
        Results results = SampleResults.varied();
        List<Row> expected = Row.scaled(results).stream()
                .map(row -> row.labelled(asCsv(row.label())))
                .map(row -> row.labelled(row.label().matches("(?s)'*[=+@\\t\\r-].*") ? "'" + row.label() : row.label()))
                .map(row -> Row.isAdditive(results, row.metric()) ? row : row.withoutExclusive())
                .toList();
        Row.assertSame(expected, python("csv_table.py", List.of("pandas"), "csv", results));
    }

    @Test
    void pythonReadsTheSameNumbersFromTheWireForm() throws Exception {
        Results results = SampleResults.varied();
        // A half of a pair of characters is none, in UTF-8.
        List<Row> expected = Row.raw(results).stream().map(row -> row.labelled(row.label().replaceAll("\\p{Cs}", "?"))).toList();
        Row.assertSame(expected, python("wire_file.py", List.of(), "wire", results));
        Results deep = SampleResults.deep(10_000);
        Row.assertSame(Row.raw(deep), python("wire_file.py", List.of(), "wire", deep));
    }

    @Test
    void pythonReadsComparisonsOfProcessesFromTheWireForm() throws Exception {
        Results results = SampleResults.varied();
        Results merged = WireResults.decode(WireResults.merge(List.of(WireResults.encode(results, 0), WireResults.encode(results, 1))));
        Row.assertSame(Row.raw(merged), python("wire_file.py", List.of(), "wire", merged));
    }

    @Test
    void pythonReadsTheSameNumbersFromXml() throws Exception {
        Results results = SampleResults.varied();
        List<Row> expected = Row.scaled(results).stream().map(row -> row.labelled(asXml(row.label())).withoutExclusive()).toList();
        Row.assertSame(expected, python("xml_files.py", List.of(), "xml", results));
    }

    @Test
    void pythonReadsTenThousandLevelsFromXml() throws Exception {
        Results results = SampleResults.deep(10_000);
        Row.assertSame(Row.scaled(results).stream().map(Row::withoutExclusive).toList(), python("xml_files.py", List.of(), "xml", results));
    }

    @Test
    void xmllintFindsNothingWrongWithXml() throws Exception {
        String xmllint = OptionalTools.require("xmllint");
        for (Results results : List.of(SampleResults.varied(), SampleResults.deep(10_000), SampleResults.wide(20_000))) {
            for (Path file : Outside.write(results, "xml", directory)) {
                Outside.Answer answer = Outside.run(xmllint, "--noout", "--nonet", file.toString());
                assertEquals(0, answer.status(), answer.out());
                assertEquals("", answer.out());
            }
        }
    }

    @Test
    void theStrictParserOfPrometheusReadsTheSameNumbers() throws Exception {
        Results results = SampleResults.varied();
        Map<String, Double> found = samples(results);
        Map<String, Double> expected = new TreeMap<>();
        List<String> path = new ArrayList<>();
        for (Row row : Row.raw(results)) {
            path.subList(row.depth(), path.size()).clear();
            path.add(asUtf8(shown(row.label())));
            String place = "{" + String.join("/", path) + "}";
            String name = "timemory_" + row.metric().replace('.', '_');
            Quantity quantity = Row.quantity(results, row.metric());
            boolean isRate = row.metric().endsWith("_rate");
            String unit = isRate ? "_bytes_per_second"
                    : quantity == Quantity.TIME ? "_seconds" : quantity == Quantity.MEMORY ? "_bytes" : "_ratio";
            double size = quantity == Quantity.TIME ? 1e9 : quantity == Quantity.MEMORY ? 1.0 : 100.0;
            boolean isNew = expected.putIfAbsent(name + "_laps_total" + place, (double) row.laps()) == null;
            // Of equal places the first is shown, and the laps of a timeline together.
            place = isNew ? place : "{(others)}";
            if (!isNew) {
                expected.merge(name + "_laps_total" + place, (double) row.laps(), Double::sum);
            } else {
                expected.put(name + "_inclusive" + unit + place, row.inclusive() / size);
            }
            if (Row.isAdditive(results, row.metric())) {
                expected.merge(name + "_exclusive" + unit + place, row.exclusive() / size, Double::sum);
            }
        }
        assertEquals(expected.keySet(), found.keySet());
        expected.forEach((name, value) -> assertEquals(value, found.get(name), 1e-9 * Math.max(1.0, Math.abs(value)), name));
    }

    @Test
    void metricsSayWhatRanConcurrently() throws Exception {
        List<Row> found = python("openmetrics_text.py", List.of("prometheus_client"), "openmetrics", SampleResults.varied());
        assertEquals(
                List.of("main/logger", "main/pool/worker"),
                found.stream().filter(row -> row.depth() == 1).map(Row::label).distinct().sorted().toList());
        assertTrue(found.stream().filter(row -> row.label().endsWith("worker")).allMatch(row -> row.depth() == 1));
    }

    @Test
    void metricsOfManyPlacesAddUpToTheWhole() throws Exception {
        Results results = SampleResults.wide(20_000);
        Map<String, Double> found = samples(results);
        double laps = Row.raw(results).stream().filter(row -> row.metric().equals("wall_clock")).mapToLong(Row::laps).sum();
        assertEquals(laps, sum(found, "timemory_wall_clock_laps_total{"));
        assertEquals(20.0, sum(found, "timemory_wall_clock_exclusive_seconds{"), 1e-9);
        assertTrue(found.size() < 10_000, "places: " + found.size());
        assertFalse(samples(SampleResults.deep(10_000)).isEmpty());
    }

    private static double sum(Map<String, Double> samples, String begin) {
        return samples.entrySet().stream().filter(sample -> sample.getKey().startsWith(begin)).mapToDouble(Map.Entry::getValue).sum();
    }

    private Map<String, Double> samples(Results results) throws Exception {
        Map<String, Double> samples = new TreeMap<>();
        for (Row row : python("openmetrics_text.py", List.of("prometheus_client"), "openmetrics", results)) {
            samples.put(row.metric() + "{" + row.label() + "}", row.inclusive());
        }
        return samples;
    }

    private List<Row> python(String script, List<String> modules, String format, Results results) throws Exception {
        return Outside.rows(Outside.python(script, modules, Outside.write(results, format, directory)));
    }

    /** Half a character has no place in UTF-8. */
    static String asUtf8(String label) {
        return label.replace("half \uD83C", "half ?");
    }

    /** What terminals obey is shown as an escape. */
    static String asCsv(String label) {
        return asUtf8(label).replace("\u0000", "\\u0000").replace("\u0007", "\\u0007");
    }

    /** A place of metrics: parted by `/`, bounded, without control characters. */
    private static String shown(String label) {
        if (label.equals(SampleResults.LONG)) {
            return label.substring(0, 50) + "..." + label.substring(label.length() - 27);
        }
        return asCsv(label).replace("/", "\\/").replace("\n", "\\u000a").replace("\r", "\\u000d").replace("\t", "\\u0009");
    }

    /** What XML has no character for is shown as an escape. */
    static String asXml(String label) {
        return label.replace("\uD83C\uDF89", "\uE000").replace("\uD83C", "\\ud83c").replace("\uE000", "\uD83C\uDF89")
                .replace("\r", "\\u000d")
                .replace("\u0000", "\\u0000").replace("\u0007", "\\u0007");
    }
}
