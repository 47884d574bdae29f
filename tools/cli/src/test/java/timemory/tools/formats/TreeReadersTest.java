package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;

/** What Hatchet and Thicket make of our files, which have pandas below them. */
@Tag("optional-tools")
class TreeReadersTest {

    private static final List<String> PANDAS = List.of("pandas");

    @TempDir
    private Path directory;

    @Test
    void hatchetReadsTheSameNumbersFromTrees() throws Exception {
        Results results = SampleResults.varied();
        List<Row> expected = Row.scaled(results).stream().map(TreeReadersTest::asHatchetNamesIt).toList();
        List<Row> found = read("hatchet_tree.py", "tree", results);
        assertEquals(List.of("lap", "lap #2", "lap #3", "lap #4", "lap #5"),
                found.stream().map(Row::label).filter(label -> label.startsWith("lap")).distinct().toList());
        Row.assertSame(expected, found.stream().map(row -> row.labelled(row.label().replaceFirst("^lap #\\d$", "lap"))).toList());
    }

    @Test
    void hatchetReadsComponentsOfOneThreadAndOfSeveralTogether() throws Exception {
        Results results = SampleResults.onOneThreadAndOnTwo();
        List<Row> found = read("hatchet_tree.py", "tree", results).stream().filter(row -> !Double.isNaN(row.inclusive())).toList();
        Row.assertSame(Row.scaled(results), found);
    }

    @Test
    void hatchetReadsTenThousandLevels() throws Exception {
        Results results = SampleResults.deep(10_000);
        Row.assertSame(Row.scaled(results), read("hatchet_tree.py", "tree", results));
    }

    @Test
    void hatchetReadsTwentyThousandSiblings() throws Exception {
        Results results = SampleResults.wide(20_000);
        Row.assertSame(Row.scaled(results), read("hatchet_tree.py", "tree", results));
    }

    @Test
    void caliperReadersReadTheSameNumbers() throws Exception {
        Results results = SampleResults.varied();
        List<Row> expected = Row.scaled(results).stream()
                .map(row -> row.label().isEmpty() ? row.labelled("UNKNOWN 0") : row)
                .map(row -> Row.isAdditive(results, row.metric()) ? row : row.withoutExclusive())
                .toList();
        List<Row> found = read("caliper_split.py", "caliper", results);
        Row.assertSame(expected, found.stream().filter(row -> !row.metric().equals("concurrent"))
                .map(row -> row.metric().equals("time") ? row.measured("wall_clock") : row).toList());
        assertEquals(List.of("worker", "logger"), found.stream().filter(row -> row.metric().equals("concurrent")).map(Row::label).toList());
    }

    @Test
    void caliperReadersReadDeepAndWideTrees() throws Exception {
        for (Results results : List.of(SampleResults.deep(10_000), SampleResults.wide(20_000).only(List.of("wall_clock")))) {
            Row.assertSame(Row.scaled(results),
                    read("caliper_split.py", "caliper", results).stream().map(row -> row.measured("wall_clock")).toList());
        }
    }

    private List<Row> read(String script, String format, Results results) throws Exception {
        return Outside.rows(Outside.python(script, PANDAS, Outside.write(results, format, directory)));
    }

    /** Files and lines, which Hatchet looks for in names, are not for it to find. */
    private static Row asHatchetNamesIt(Row row) {
        String metric = row.metric().substring(row.metric().indexOf('.') + 1);
        return row.labelled(row.label().replace('/', '\u2215').replaceAll(":(?=\\d)", "\u2236").replaceFirst("^\\[(?=.*]\\[)", "\uFF3B"))
                .measured(row.metric().contains(".") ? metric.replace('_', '-') : metric);
    }
}
