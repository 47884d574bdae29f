package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.Binding;
import timemory.Quantity;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.output.ResultTexts;
import timemory.output.Screen;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.statistics.ReadNumber;

/** What {@code timemory report} prints of three programs on terminals of 80, 100 and 200 columns, and in a pipe. */
@Tag("java17")
class ConsoleGoldenTest {

    private static final Metric WALL = metric("wall_clock", "wall", "Real-clock timer", Quantity.TIME, true);
    private static final Metric CPU = metric("cpu_clock", "cpu", "CPU time", Quantity.TIME, true);
    private static final Metric MEMORY = metric("peak_rss", "peak_rss", "Peak memory", Quantity.MEMORY, false);
    private static final Metric SAMPLES = metric("cpu_samples", "cpu_samples", "Sampled CPU time", Quantity.TIME, true);

    private static Metric metric(String id, String label, String description, Quantity quantity, boolean isAdditive) {
        return new Metric(id, label, description, Binding.WALL, List.of(new Metric.Number("", quantity, "", isAdditive)));
    }

    private static CallGraphNode add(GraphBuilder graph, CallGraphNode parent, String label, long laps, double sum) {
        CallGraphNode node = graph.node(parent, label);
        double mean = sum / laps;
        graph.record(node, laps, 0, (long) sum, List.of(new ReadNumber(laps, sum, mean, mean / 2, mean * 2, mean / 10)));
        graph.note(node, List.of(0), false, 0.0);
        return node;
    }

    /** A database: long names of functions, and times from nanoseconds to seconds. */
    private static Results database() {
        ResultsBuilder results = new ResultsBuilder();
        for (Metric metric : List.of(WALL, CPU)) {
            double size = metric == WALL ? 1.0 : 0.5;
            GraphBuilder graph = results.graph(metric);
            CallGraphNode main = add(graph, null, "org.h2.tools.Server.main(java.lang.String[])", 1, size * 7.74e9);
            CallGraphNode insert = add(graph, main, "org.h2.command.dml.Insert.addRow(org.h2.engine.SessionLocal, org.h2.value.Value[])",
                    30_000, size * 2.115e9);
            add(graph, insert, "org.h2.mvstore.tx.TransactionMap.put", 12_345_678, size * 1.096e9);
            add(graph, main, "SELECT orders.id, customers.name FROM orders JOIN customers ON customers.id = orders.customer", 7,
                    size * 4.9e9);
        }
        return results.build();
    }

    /** A server: a value that is not a sum, work on other threads, percentiles. */
    private static Results server() {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder wall = results.graph(WALL);
        CallGraphNode request = add(wall, null, "GET /orders/{id}", 412, 1.84e9);
        CallGraphNode render = add(wall, request, "render", 412, 0.7e9);
        wall.note(render, List.of(1, 2), true, 0.2e9);
        wall.notePercentile(request, 50.0, 3.9e6);
        wall.notePercentile(request, 99.0, 21.2e6);
        GraphBuilder memory = results.graph(MEMORY);
        add(memory, null, "GET /orders/{id}", 412, 1.2e9);
        return results.build();
    }

    /** A program that was sampled. */
    private static Results sampled() {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder samples = results.graph(SAMPLES);
        CallGraphNode run = add(samples, null, "~java.lang.Thread.run", 769, 7.69e9);
        add(samples, run, "~com.example.shop.pricing.PriceTable.prices", 424, 4.24e9);
        return results.build();
    }

    private static String printed(Results results, int columns) {
        SettingsBuilder builder = new SettingsBuilder();
        builder.setConsole("tree");
        builder.setPercentiles("50,99");
        return ResultTexts.consoleText(results, Settings.load(builder), new Screen(columns, false));
    }

    private static void check(String name, Results results) throws IOException {
        Map<String, String> printed = new LinkedHashMap<>();
        for (int columns : new int[] {80, 100, 200, Integer.MAX_VALUE}) {
            String file = name + (columns == Integer.MAX_VALUE ? "-pipe" : "-" + columns) + ".txt";
            printed.put(file, printed(results, columns));
            // To copy to the resources after a change on purpose.
            Files.writeString(Files.createDirectories(Path.of("target/console")).resolve(file), printed.get(file));
        }
        for (Map.Entry<String, String> one : printed.entrySet()) {
            try (InputStream golden = ConsoleGoldenTest.class.getResourceAsStream("/console/" + one.getKey())) {
                String expected = golden == null ? "" : new String(golden.readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(expected, one.getValue(), one.getKey() + ", now in target/console");
            }
        }
    }

    @Test
    void aDatabase() throws IOException {
        check("database", database());
    }

    @Test
    void aServer() throws IOException {
        check("server", server());
    }

    @Test
    void aProgramThatWasSampled() throws IOException {
        check("sampled", sampled());
    }

    @Test
    void noValueIsZeroThatIsNotAndNoLabelEndsInTheMiddleOfItsParameters() {
        for (int columns : new int[] {80, 100, 200}) {
            String text = printed(database(), columns);
            assertTrue(text.contains("Insert.addRow ") && text.contains(" 70.5 us") && text.contains("12.3 M"), text);
            assertFalse(text.contains(" 0.00") || text.contains("e-0") || text.contains("(org"), text);
            assertTrue(text.lines().filter(line -> line.contains(" ms") || line.contains(" s ")).allMatch(line -> line.length() <= columns),
                    text);
        }
    }
}
