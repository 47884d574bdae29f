package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Quantity;
import timemory.results.Results;
import timemory.tests.OptionalTools;

/** What readers of profiles make of our files: they know what each place took itself, and add it up. */
@Tag("optional-tools")
class ProfileReadersTest {

    @TempDir
    private Path directory;

    @Test
    void framesOfSpeedscopeFollowItsSchemaAndHoldTheSameNumbers() throws Exception {
        Results results = SampleResults.varied();
        Row.assertSame(Widths.of(StackRows.of(results)), node("speedscope.js", "speedscope", results));
    }

    @Test
    void speedscopeTakesDeepAndWideTrees() throws Exception {
        for (Results results : List.of(SampleResults.deep(10_000), SampleResults.wide(20_000))) {
            Row.assertSame(Widths.of(StackRows.of(results)), node("speedscope.js", "speedscope", results));
        }
    }

    @Test
    void stacksOfPprofHoldTheSameNumbers() throws Exception {
        Results results = SampleResults.varied();
        UnaryOperator<Row> withUnit = row -> {
            Quantity quantity = Row.quantity(results, row.metric());
            return row.measured(row.metric() + (quantity == Quantity.TIME ? " nanoseconds" : " bytes"));
        };
        List<Row> expected = Merged.of(StackRows.of(results)).stream().map(withUnit)
                .map(row -> new Row(row.metric(), row.depth(), TableReadersTest.asUtf8(row.label()), row.laps(), Double.NaN,
                        row.exclusive()))
                .toList();
        Row.assertSame(StackRows.byPath(expected), StackRows.byPath(node("pprof.js", "pprof", results)));
    }

    @Test
    void stacksOfPprofGoOnFromRegionsToTheFunctionsThatSamplesFound() throws Exception {
        List<Row> found = node("pprof.js", "pprof", SampleResults.sampled());
        assertEquals(List.of("0 main 20", "1 solve 10", "2 ~a.Solver.step 20", "3 ~a.Solver.<init>;\"x\" 30", "0 ~a.Main.idle 10"),
                found.stream().filter(row -> row.metric().equals("cpu_samples nanoseconds"))
                        .map(row -> row.depth() + " " + row.label() + " " + (long) (row.exclusive() / 1e6)).toList());
        assertEquals(List.of("0 main 40", "1 solve 60"),
                found.stream().filter(row -> row.metric().equals("wall_clock nanoseconds") && row.exclusive() > 0)
                        .map(row -> row.depth() + " " + row.label() + " " + (long) (row.exclusive() / 1e6)).toList());
    }

    @Test
    void stacksOfPprofThatAreCutKeepTheirNumbers() throws Exception {
        Results results = SampleResults.deep(2_000);
        List<Row> found = node("pprof.js", "pprof", results);
        assertEquals(2_000 * 1_000.0, found.stream().mapToDouble(Row::exclusive).sum());
        assertEquals(Row.raw(results).stream().mapToLong(Row::laps).sum(), found.stream().mapToLong(Row::laps).sum());
        assertTrue(found.stream().mapToInt(Row::depth).max().orElseThrow() <= 1000);
    }

    @Test
    void collapsedStacksAddUpToTheSameNumbers() throws Exception {
        String awk = OptionalTools.require("awk");
        Results results = SampleResults.varied();
        for (Path file : Outside.write(results, "collapsed", directory)) {
            Outside.Answer answer = Outside.run(awk, "-f", "src/test/resources/formats/collapsed_stacks.awk", file.toString());
            assertEquals(0, answer.status(), answer.out());
            Map<String, Double> found = new TreeMap<>();
            answer.out().lines().map(line -> line.split("\t")).forEach(line -> found.put(line[0], Double.valueOf(line[1])));
            String label = file.getFileName().toString().replace(".collapsed", "");
            Map<String, Double> expected = new TreeMap<>();
            String root = "";
            for (Row row : StackRows.of(results)) {
                if (!nameOfFile(results, row.metric()).equals(label)) {
                    continue;
                }
                root = row.depth() == 0 ? row.label() : root;
                if (row.exclusive() >= 1.0) {
                    expected.merge(root, (double) (long) row.exclusive(), Double::sum);
                }
            }
            assertEquals(expected, found, file.toString());
        }
    }

    private static String nameOfFile(Results results, String metric) {
        String id = metric.split("\\.")[0];
        return results.get(id).getType().getLabel() + metric.substring(id.length());
    }

    private List<Row> node(String script, String format, Results results) throws Exception {
        return Outside.rows(Outside.node(script, Outside.write(results, format, directory)));
    }

    /** How wide the frames are: as wide as what they and those inside took themselves, where that is not less than nothing. */
    private static final class Widths {

        static List<Row> of(List<Row> rows) {
            double[] whole = new double[rows.size()];
            List<Integer> path = new ArrayList<>();
            for (int i = 0; i < whole.length; i++) {
                path.subList(rows.get(i).depth(), path.size()).clear();
                path.add(i);
                for (int above : path) {
                    whole[above] += own(rows.get(i));
                }
            }
            List<Row> widths = new ArrayList<>();
            for (int i = 0; i < whole.length; i++) {
                Row row = rows.get(i);
                widths.add(new Row(row.metric(), row.depth(), row.label(), 1, whole[i], own(row)));
            }
            return widths;
        }

        private static double own(Row row) {
            return Math.max(0L, (long) row.exclusive());
        }
    }
}
