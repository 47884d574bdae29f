package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;

/** What our own readers make of our files: the same numbers, as far as the format can hold them. */
class RoundTripTest {

    private static final UnaryOperator<Row> AS_IT_IS = row -> row;

    @TempDir
    private Path directory;

    @Test
    void flatJsonHoldsEverythingButWhatRegionsTookThemselves() throws Exception {
        Results results = SampleResults.varied();
        Row.assertSame(ordered(Row.raw(results).stream().map(Row::withoutExclusive).toList()), read("json", results));
    }

    @Test
    void treesHoldEverything() throws Exception {
        Results results = SampleResults.varied();
        Row.assertSame(ordered(Row.raw(results)), read("tree", results));
    }

    @Test
    void xmlHoldsWhatFlatJsonDoes() throws Exception {
        Results results = SampleResults.varied();
        Row.assertSame(
                ordered(Row
                        .raw(results).stream().map(row -> row.labelled(TableReadersTest.asXml(row.label())).withoutExclusive()).toList()),
                read(
                        "xml", results));
    }

    @Test
    void tablesHoldAllNumbersOfEachRegion() throws Exception {
        Results results = SampleResults.varied();
        Row.assertSame(all(results, row -> row.labelled(TableReadersTest.asCsv(row.label()))), read("csv", results));
    }

    @Test
    void caliperHoldsAllNumbersOfEachRegion() throws Exception {
        Results results = SampleResults.varied();
        Row.assertSame(all(results, AS_IT_IS), read("caliper", results));
        Results read = ResultFiles.read(Outside.write(results, "caliper", directory).get(0));
        List<String> concurrent = new ArrayList<>();
        read.get("wall_clock").nodes().iterator()
                .forEachRemaining(node -> concurrent.addAll(node.isConcurrent() ? List.of(node.getLabel()) : List.of()));
        assertEquals(List.of("worker", "logger"), concurrent);
    }

    @Test
    void traceEventsHoldTheComponentAndAllThatAddsUp() throws Exception {
        Results results = additive(SampleResults.varied());
        Row.assertSame(merged(results, AS_IT_IS), read("flamegraph", results));
    }

    @Test
    void speedscopeHoldsWhatRegionsTookThemselves() throws Exception {
        Results results = additive(SampleResults.varied());
        List<Row> expected = merged(results, RoundTripTest::onlyWhatIsPositive);
        Row.assertSame(StackRows.byPath(expected),
                StackRows.byPath(read("speedscope", results).stream().map(row -> row.lapped(0)).toList()));
    }

    @Test
    void collapsedStacksHoldWhatRegionsTookThemselves() throws Exception {
        for (String id : List.of("wall_clock", "cpu_clock")) {
            Results results = SampleResults.varied(List.of(id), List.of("plain", "a;b;c", "two words", "number 12"));
            List<Row> expected = merged(results, row -> row.labelled(row.label().replace(';', '\uFF1B'))).stream()
                    .filter(row -> row.exclusive() > 0 || row.label().equals("less than nothing"))
                    .map(row -> onlyWhatIsPositive(row).measured("samples")).toList();
            Row.assertSame(StackRows.byPath(expected),
                    StackRows.byPath(read("collapsed", results).stream().map(row -> row.lapped(0)).toList()));
        }
    }

    @Test
    void deepAndWideTreesAreReadAgain() throws Exception {
        for (Results results : List.of(SampleResults.deep(10_000), SampleResults.wide(5_000).only(List.of("wall_clock")))) {
            for (String format : List.of("json", "tree", "xml", "csv", "caliper", "flamegraph")) {
                Row.assertSame(Row.raw(results), read(format, results));
            }
        }
    }

    /** Reads the files of one format, all together, as one would one after the other. */
    private List<Row> read(String format, Results results) throws Exception {
        Path here = Files.createTempDirectory(directory, format);
        List<Row> rows = new ArrayList<>();
        for (Path file : Outside.write(results, format, here)) {
            rows.addAll(Row.raw(ResultFiles.read(file)));
        }
        return ordered(rows);
    }

    private static Results additive(Results results) {
        return results.only(List.of("wall_clock", "cpu_clock", "page_rss"));
    }

    private static List<Row> merged(Results results, UnaryOperator<Row> change) {
        return ordered(Merged.of(Row.raw(results).stream().map(change).toList()));
    }

    private static List<Row> all(Results results, UnaryOperator<Row> change) {
        return ordered(Row.raw(results).stream().map(change)
                .map(row -> Row.isAdditive(results, row.metric()) ? row : row.withoutExclusive())
                // Components of several numbers come back as one for each.
                .map(row -> row.measured(row.metric().replace('.', '_'))).toList());
    }

    /** By component; those of one keep their order. */
    private static List<Row> ordered(List<Row> rows) {
        return rows.stream().sorted(Comparator.comparing((Row row) -> row.metric().replace('.', '_'))).toList();
    }

    private static Row onlyWhatIsPositive(Row row) {
        return new Row(row.metric(), row.depth(), row.label(), 0, Double.NaN, Math.max(0.0, row.exclusive()));
    }

}
