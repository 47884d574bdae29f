package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Quantity;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;

/** What viewers of traces make of our files. In rows of slices, the exclusive value is when the slice begins. */
@Tag("optional-tools")
class TraceReadersTest {

    @TempDir
    private Path directory;

    @Test
    void slicesOfChromeAreNestedAndAsLongAsTheNumbers() throws Exception {
        Results results = SampleResults.varied();
        for (Path file : Outside.write(results, "flamegraph", directory)) {
            List<Row> found = chrome(List.of(file));
            List<Row> expected = Row.raw(results).stream().filter(row -> row.metric().equals(found.get(0).metric())).toList();
            Row.assertSame(expected.stream().map(row -> asSlice(row).at(0)).toList(), found);
        }
    }

    /**
     * The importer of speedscope itself, of which any event that does not fit makes a warning, and a frame that ends where it should not.
     */
    @Test
    void slicesOfChromeAreFramesOfSpeedscope() throws Exception {
        for (Results results : List.of(SampleResults.varied(), SampleResults.deep(500), SampleResults.wide(20_000))) {
            for (Path file : Outside.write(results, "flamegraph", directory)) {
                List<Row> found =
                        Outside.rows(Outside.node("chrome-speedscope.js", List.of(file))).stream().filter(row -> row.metric().equals(
                                "frame")).toList();
                List<Row> slices = chrome(List.of(file)).stream().filter(row -> row.inclusive() > 0).toList();
                boolean isTime = slices.isEmpty() || Row.quantity(results, slices.get(0).metric()) == Quantity.TIME;
                assertEquals(slices.stream().map(row -> shown(row.label())).sorted().toList(),
                        found.stream().map(row -> shown(row.label())).sorted().toList());
                // As long as the numbers, but for the quarter of a nanosecond that parts the slices.
                double unit = isTime ? 1e-3 : 1;
                assertEquals(slices.stream().mapToDouble(Row::inclusive).sum() * unit,
                        found.stream().mapToDouble(Row::inclusive).sum() + slices.size() * 0.25 * unit, slices.size() * 0.01 * unit);
            }
        }
    }

    private static String shown(String label) {
        return label.isEmpty() ? "(unnamed)" : label;
    }

    @Test
    void slicesOfChromeMayBeDeepAndMany() throws Exception {
        for (Results results : List.of(SampleResults.deep(10_000), SampleResults.wide(20_000))) {
            List<Row> expected = Row.raw(results.only(List.of("wall_clock")));
            Row.assertSame(expected.stream().map(row -> asSlice(row).at(0)).toList(),
                    chrome(Outside.write(results, "flamegraph", directory)));
        }
    }

    @Test
    void lapsOfTimelineScopeStandWhereTheyWere() throws Exception {
        Results results = SampleResults.varied(List.of("wall_clock"), SampleResults.HOSTILE);
        for (List<Row> found : List.of(chrome(Outside.write(results, "flamegraph", directory)), perfetto(results))) {
            List<Double> begins = found.stream().filter(row -> row.label().equals("lap")).map(Row::exclusive).toList();
            assertEquals(List.of(0, 1, 2, 3, 4),
                    begins.stream().map(begin -> (int) (begin - SampleResults.BEGIN_OF_LAPS) / 10_000_000).toList());
        }
    }

    @Test
    void slicesOfPerfettoAreWhatItsImporterAsksForAndAsLongAsTheNumbers() throws Exception {
        Results results = SampleResults.varied();
        List<Row> found = perfetto(results);
        List<Row> expected = Row.raw(results.only(List.of("wall_clock")));
        Row.assertSame(
                inAnyOrder(expected.stream().map(row -> asSlice(row.measured("slice").labelled(TableReadersTest.asUtf8(row.label()))).at(0))
                        .toList()),
                inAnyOrder(found.stream().filter(row -> row.metric().equals("slice")).map(row -> row.at(0)).toList()));
        List<Row> memory = Row.scaled(results.only(List.of("peak_rss")));
        Row.assertSame(
                inAnyOrder(memory.stream()
                        .map(row -> row.measured("peak_rss (MB)").labelled(TableReadersTest.asUtf8(row.label())).withoutExclusive().at(0))
                        .toList()),
                inAnyOrder(found.stream().filter(row -> row.metric().equals("peak_rss (MB)")).map(row -> row.at(0)).toList()));
        assertTrue(found.stream().anyMatch(row -> row.metric().equals("read_bytes.read_bytes (MB)")),
                "numbers of a component with several");
    }

    /** Functions have no elapsed time and are not slices; a region's share of the samples is next to its time. */
    @Test
    void slicesOfPerfettoHaveTheSamplesOfTheirRegions() throws Exception {
        List<Row> found = perfetto(SampleResults.sampled());
        assertEquals(List.of("main 100", "solve 60"), slices(found));
        assertEquals(List.of("main 80", "solve 60"),
                found.stream().filter(row -> row.metric().equals("cpu_samples (sec)")).map(row -> row.label() + " "
                        + Math.round(row.inclusive() * 1e3)).toList());
    }

    @Test
    void slicesOfPerfettoAreStacksWhereOnlySamplesAreThere() throws Exception {
        List<Row> found = perfetto(SampleResults.sampled().only(List.of("cpu_samples")));
        assertEquals(List.of("main 80", "solve 60", "~a.Solver.step 50", "~a.Solver.<init>;\"x\" 30", "~a.Main.idle 10"), slices(found));
    }

    private static List<String> slices(List<Row> rows) {
        return rows.stream().filter(row -> row.metric().equals("slice")).map(row -> row.label() + " " + Math.round(row.inclusive() / 1e6))
                .toList();
    }

    @Test
    void slicesOfPerfettoMayBeDeepAndMany() throws Exception {
        for (Results results : List.of(SampleResults.deep(10_000), SampleResults.wide(20_000).only(List.of("wall_clock")))) {
            List<Row> expected = Row.raw(results);
            Row.assertSame(expected.stream().map(row -> asSlice(row.measured("slice")).at(0)).toList(),
                    perfetto(results).stream().map(row -> row.at(0)).toList());
        }
    }

    /** The trace is that of the sample {@code KernelsInJava}, on the GPU that is not there. */
    @Test
    void whatAGpuDidIsNoRegion() throws Exception {
        Results read = ResultFiles.read(Path.of("src/test/resources/traces/gpu.perfetto-trace"));
        assertEquals(List.of("vectors", "copy", "add"), Row.raw(read).stream().map(Row::label).toList());
    }

    /** Slices of one thread must not overlap, and yet be as long as their values: what has no room in the region around it stands apart. */
    @Test
    void slicesThatHaveNoRoomStandApartAsLongAsTheyAre() throws Exception {
        Results results = SampleResults.coroutines();
        List<Row> expected = inAnyOrder(Row.raw(results).stream().map(row -> asSlice(row.measured("slice")).at(0)).toList());
        Row.assertSame(expected, inAnyOrder(perfetto(results).stream().map(row -> row.at(0)).toList()));
        List<Row> found = chrome(Outside.write(results, "flamegraph", directory));
        Row.assertSame(expected, inAnyOrder(found.stream().map(row -> row.measured("slice")).toList()));
    }

    /** What ran concurrently stands after the regions around it, not within them; read back, it hangs where it was. */
    @Test
    void whatRanConcurrentlyIsReadBackAtItsPlace() throws Exception {
        for (Results results : List.of(SampleResults.varied(List.of("wall_clock"), List.of("plain")), SampleResults.coroutines())) {
            for (String format : List.of("perfetto", "flamegraph")) {
                Results read = ResultFiles.read(Outside.write(results, format, directory).get(0));
                assertEquals(StackRows.paths(Merged.of(Row.raw(results))), StackRows.paths(Row.raw(read)));
                assertEquals(concurrent(results), concurrent(read));
            }
        }
    }

    private static List<String> concurrent(Results results) {
        List<String> labels = new ArrayList<>();
        results.get("wall_clock").nodes().iterator().forEachRemaining(node -> {
            if (node.isConcurrent()) {
                labels.add(node.getLabel());
            }
        });
        return labels.stream().sorted().toList();
    }

    private static List<Row> inAnyOrder(List<Row> rows) {
        return rows.stream().sorted(Comparator.comparing(Row::label).thenComparing(Row::laps).thenComparing(Row::inclusive)).toList();
    }

    private List<Row> chrome(List<Path> files) throws Exception {
        return Outside.rows(Outside.python("chrome_trace.py", List.of(), files));
    }

    private List<Row> perfetto(Results results) throws Exception {
        return Outside.rows(Outside.node("perfetto.js", Outside.write(results, "perfetto", directory)));
    }

    /** No slice is shorter than nothing. */
    private static Row asSlice(Row row) {
        if (row.metric().equals("page_rss")) {
            return row.withoutInclusive().withoutExclusive();
        }
        return new Row(row.metric(), row.depth(), row.label(), row.laps(), Math.max(0, (long) row.inclusive()), Double.NaN);
    }
}
