package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import timemory.Binding;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.results.Metric;
import timemory.Quantity;
import timemory.statistics.ReadNumber;
import timemory.results.Results;
import timemory.export.data.ResultsBuilder;
import timemory.tools.TimemoryCommandRun;

/** What a file does not say of laps, how many there were and how they spread, is shown as a dash and never as a number. */
class UnknownLapsTest {

    private static final Metric WALL =
            new Metric("wall_clock", "wall", "Real-clock timer", Binding.WALL, List.of(new Metric.Number("", Quantity.TIME, "", true)));

    @TempDir
    private Path directory;

    /**
     * {@code main}, {@code inner} inside it, and {@code nothing}, whose laps took no time; all of {@code laps} laps, -1 where that is not
     * known.
     */
    private static Results results(long laps) {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder graph = results.graph(WALL);
        CallGraphNode main = add(graph, null, "main", laps, 9_000_000);
        add(graph, main, "inner", laps, 6_000_000);
        add(graph, main, "nothing", laps, 0);
        return results.build();
    }

    private static CallGraphNode add(GraphBuilder graph, CallGraphNode parent, String label, long laps, double sum) {
        CallGraphNode node = graph.node(parent, label);
        double mean = sum / laps;
        graph.record(node, laps, 0, (long) sum, List.of(new ReadNumber(laps, sum, mean, mean / 2, mean * 2, mean / 4)));
        return node;
    }

    /** The cells of {@code label}: COUNT, SUM, MEAN and STDDEV. */
    private static List<String> cells(String table, String label) {
        String line = table.lines().filter(it -> it.contains(">>> ") && it.contains(label)).findFirst()
                .orElseThrow(() -> new AssertionError(table));
        String[] cells = Arrays.stream(line.split("\\|(?!_)")).map(String::strip).toArray(String[]::new);
        return List.of(cells[2], cells[6], cells[7], cells[11]);
    }

    private String report(Path file) {
        StringWriter out = new StringWriter();
        StringWriter errors = new StringWriter();
        assertEquals(0, TimemoryCommandRun.execute(new PrintWriter(out), new PrintWriter(errors), "report", "--tables",
                file.toString()),
                errors.toString());
        return out.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "tree", "xml", "csv", "caliper", "flamegraph", "perfetto", "pprof", "speedscope", "collapsed"})
    void whereTheNumberOfLapsIsNotKnownItStaysSo(String format) throws Exception {
        String table = report(Outside.write(results(-1), format, directory).get(0));
        assertEquals(List.of("-", format.equals("collapsed") ? "9000000" : "9.000", "-", "-"), cells(table, " main "));
        assertEquals(List.of("-", format.equals("collapsed") ? "6000000" : "6.000", "-", "-"), cells(table, "|_inner "));
        if (!format.equals("collapsed")) {
            assertEquals(List.of("-", "0.000", "-", "-"), cells(table, "|_nothing "));
        }
        assertFalse(table.contains("NaN"), table);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "tree", "xml", "csv", "caliper", "flamegraph", "perfetto", "pprof"})
    void knownLapsAreReadBackWithTheSpreadThatTheFileTells(String format) throws Exception {
        String table = report(Outside.write(results(3), format, directory).get(0));
        boolean isSpreadThere = List.of("json", "tree", "xml", "csv").contains(format);
        assertEquals(List.of("3", "9.000", "3.000", isSpreadThere ? "0.750" : "-"), cells(table, " main "));
        assertEquals(List.of("3", "6.000", "2.000", isSpreadThere ? "0.500" : "-"), cells(table, "|_inner "));
    }

    @Test
    void metricsOfUnknownLapsAreLeftOut() throws Exception {
        String unknown = Files.readString(Outside.write(results(-1), "openmetrics", directory).get(0));
        assertFalse(unknown.contains("laps"), unknown);
        assertEquals(3, unknown.lines().filter(line -> line.startsWith("timemory_wall_clock_inclusive_seconds{")).count());
    }

    @Test
    void whatOnlyAPartIsKnownOfIsNotKnown() throws Exception {
        ResultsBuilder both = new ResultsBuilder();
        both.addAll(results(3));
        both.addAll(results(-1));
        Path merged = Outside.write(both.build(), "json", Files.createDirectories(directory.resolve("merged"))).get(0);
        assertEquals(List.of("-", "18.000", "-", "-"), cells(report(merged), " main "));
        StringWriter out = new StringWriter();
        Path known = Outside.write(results(3), "json", Files.createDirectories(directory.resolve("known"))).get(0);
        TimemoryCommandRun.execute(new PrintWriter(out), new PrintWriter(new StringWriter()), "diff", known.toString(), merged.toString());
        String line = out.toString().lines().filter(it -> it.startsWith("main")).findFirst().orElseThrow();
        assertEquals(List.of("main", "3", "-", "9.00 ms", "18.0 ms"), List.of(line.split(" {2,}")).subList(0, 5));
        out.getBuffer().setLength(0);
        TimemoryCommandRun.execute(new PrintWriter(out), new PrintWriter(new StringWriter()), "diff", "--json", known.toString(),
                merged.toString());
        assertEquals(3, out.toString().split("\"laps_before\":3,\"laps_after\":null", -1).length - 1, out.toString());
    }

    /** Slices of the original's trace are sums over laps too, and it has no room for how many. */
    @Test
    void slicesOfTimemoryForCppAreOfAnyNumberOfLaps() throws Exception {
        Path file = Files.writeString(directory.resolve("wall.flamegraph.json"),
                "{\"traceEvents\":[{\"dur\":9000.0,\"name\":\" main\",\"ph\":\"X\",\"pid\":28448,\"tid\":0,\"ts\":0.0},"
                        + "{\"dur\":6000.0,\"name\":\"inner\",\"ph\":\"X\",\"pid\":28448,\"tid\":0,\"ts\":0.0}]}\n");
        assertEquals(List.of("-", "9.000", "-", "-"), cells(report(file), " main "));
        assertEquals(List.of("-", "6.000", "-", "-"), cells(report(file), "|_inner "));
        Path others = Files.writeString(directory.resolve("other.json"),
                "{\"traceEvents\":[{\"dur\":9000.0,\"name\":\"main\",\"ph\":\"X\",\"pid\":1,\"tid\":0,\"ts\":0.0}]}\n");
        assertEquals(List.of("1", "9.000", "9.000", "0.000"), cells(report(others), " main "));
    }

    /** Other versions of timemory write statistics for some components only. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",\"stats\":{\"sum\":0.009,\"count\":3}", ",\"stats\":{\"sum\":0.009,\"count\":3,\"mean\":0.003}"})
    void statisticsThatAreMissingAreNotMadeUp(String statistics) throws Exception {
        Path file = Files.writeString(directory.resolve("wall.json"),
                "{\"timemory\":{\"wall_clock\":{\"type\":\"wall\",\"description\":\"Wall\",\"unit_value\":1000000000,\"unit_repr\":\"sec\",\"ranks\":[{\"graph\":["
                        + "{\"prefix\":\">>> main\",\"depth\":0,\"entry\":{\"laps\":3,\"accum\":9000000,\"repr_data\":0.009,\"repr_display\":0.009}"
                        + statistics + "}]}]}}}");
        assertEquals(List.of("3", "9.000", "3.000", "-"), cells(report(file), " main "));
        Path xml = Files.writeString(directory.resolve("wall.xml"),
                "<cereal><timemory><wall_clock><type>wall</type><description>Wall</description><unit_value>1000000000</unit_value><unit_repr>sec</unit_repr>"
                        + "<ranks><value0><graph><value0><prefix>&gt;&gt;&gt; "
                        + "main</prefix><depth>0</depth><entry><laps>3</laps><accum>9000000</accum>"
                        + "<repr_data>0.009</repr_data></entry></value0></graph></value0></ranks></wall_clock></timemory></cereal>");
        assertEquals(List.of("3", "9.000", "3.000", "-"), cells(report(xml), " main "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"speedscope", "pprof"})
    void picturesOfUnknownSpreadHaveNoMarkOfIt(String format) throws Exception {
        Path read = Outside.write(results(3), format, directory).get(0);
        Path pictures = Files.createDirectories(directory.resolve("pictures"));
        StringWriter errors = new StringWriter();
        int status = TimemoryCommandRun.execute(
                new PrintWriter(new StringWriter()), new PrintWriter(errors), "report", "-f", "svg", "-o", pictures.toString(),
                read.toString());
        assertEquals(0, status, errors.toString());
        assertFalse(Files.readString(pictures.resolve("wall.svg")).contains("NaN"));
    }
}
