package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import timemory.Binding;
import timemory.Quantity;
import timemory.Totals;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.statistics.Bucket;
import timemory.statistics.ReadNumber;
import timemory.tools.read.ResultFiles;

/** Percentiles, fractions and integers beyond 2^53, written and read back. */
class LosslessValuesTest {

    /** The first whole number that a double does not have. */
    private static final long ODD = (1L << 53) + 1;

    @TempDir
    private Path directory;

    private static GraphBuilder graph(ResultsBuilder results, String id, Quantity quantity) {
        return results.graph(new Metric(id, id, id, Binding.WALL, List.of(new Metric.Number("", quantity, "", true))));
    }

    private static CallGraphNode node(GraphBuilder graph, CallGraphNode parent, String label, double sum, Long exact) {
        CallGraphNode node = graph.node(parent, label);
        graph.record(node, 1, 0, exact, List.of(new ReadNumber(1, sum, sum, sum, sum, 0.0)));
        return node;
    }

    private Results again(Results results, String format) throws Exception {
        return ResultFiles.read(Outside.write(results, format, Files.createTempDirectory(directory, format)).get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "tree", "xml", "csv", "compact", "wire"})
    void percentilesAreReadBack(String format) throws Exception {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder graph = graph(results, "wall_clock", Quantity.TIME);
        CallGraphNode main = node(graph, null, "main", 5e9, 5_000_000_000L);
        graph.notePercentile(main, 50.0, 1_250_000_000.0);
        graph.notePercentile(main, 99.9, 2e9);
        graph.noteHistogram(main,
                List.of(new Bucket(Math.pow(2, 30), Math.pow(2, 30.25), 3), new Bucket(Math.pow(2, 30.25), Math.pow(2, 30.5), 1)));
        Path file = Outside.write(results.build(), format, Files.createTempDirectory(directory, format), "50,99.9").get(0);
        Totals totals = ResultFiles.read(file).get("wall_clock").find("main").getInclusive();
        assertEquals(1_250_000_000.0, totals.percentile(50.0));
        assertEquals(2e9, totals.percentile(99.9));
        if (!format.equals("csv")) {
            assertEquals(List.of(3L, 1L), totals.histogram().stream().map(Bucket::getCount).toList());
            assertEquals(Math.pow(2, 30.25), totals.histogram().get(0).getTo(), 1.0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "tree", "xml", "csv", "compact", "wire"})
    void integersBeyondTheDigitsOfADoubleAreReadBack(String format) throws Exception {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder graph = graph(results, "pieces", Quantity.COUNT);
        node(graph, node(graph, null, "main", 3.0 * ODD, 3 * ODD), "inside", ODD, ODD);
        CallGraphNode main = again(results.build(), format).get("pieces").find("main");
        assertEquals(3 * ODD, main.getInclusive().getExactSum());
        assertEquals(ODD, main.getChildren().get(0).getInclusive().getExactSum());
        assertEquals(2 * ODD, main.exclusiveExact());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pprof", "speedscope"})
    void fractionsAreReadBack(String format) throws Exception {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder graph = graph(results, "residual", new Quantity("residual", ""));
        node(graph, node(graph, null, "main", 0.75, null), "inside", 0.0005, null);
        var read = again(results.build(), format).get("residual");
        assertEquals(0.75, read.find("main").getInclusive().getSum(), 1e-9);
        assertEquals(0.0005, read.find("main", "inside").getInclusive().getSum(), 1e-9);
    }

    @Test
    void collapsedStacksOfFractionsNameTheirUnit() throws Exception {
        ResultsBuilder results = new ResultsBuilder();
        node(graph(results, "residual", new Quantity("residual", "")), null, "main", 0.75, null);
        Path file = Outside.write(results.build(), "collapsed", directory).get(0);
        // 0.75 in billionths is less than a billion.
        assertTrue(file.getFileName().toString().endsWith("residual.1e-12.collapsed"), file.toString());
    }
}
