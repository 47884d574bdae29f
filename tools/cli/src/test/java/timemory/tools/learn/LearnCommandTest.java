package timemory.tools.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Quantity;
import timemory.export.ExportFormats;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.statistics.ReadNumber;
import timemory.tools.run.Outcome;

/** {@code timemory learn}, of call graphs whose numbers are known. */
@Tag("java17")
class LearnCommandTest {
    private static final Metric WALL = metric("wall_clock", Quantity.TIME);

    @TempDir
    private Path folder;

    private ResultsBuilder results;

    private GraphBuilder graph;

    @BeforeEach
    void begin() {
        results = new ResultsBuilder();
        graph = results.graph(WALL);
    }

    private static Metric metric(String id, Quantity quantity) {
        return new Metric(id, id, id, timemory.Binding.WALL, List.of(new Metric.Number("", quantity, "", true)));
    }

    private CallGraphNode add(CallGraphNode parent, String label, long laps, double sum, double overhead) {
        CallGraphNode node = graph.node(parent, label);
        double mean = sum / laps;
        graph.record(node, laps, 0, (long) sum, List.of(new ReadNumber(laps, sum, mean, mean, mean, 0)));
        graph.note(node, List.of(0), false, overhead);
        return node;
    }

    private Path written() throws IOException {
        Path directory = Files.createDirectories(folder.resolve("results"));
        ExportFormats.TREE.write(results.build(), Settings.load(new SettingsBuilder()), directory.toString());
        return directory;
    }

    private static Outcome run(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("learn"));
        all.addAll(List.of(arguments));
        return Outcome.ofTimemory(new StringWriter(), all.toArray());
    }

    private Path file() {
        return folder.resolve("app.functions");
    }

    private List<String> functions(Object... options) throws IOException {
        List<Object> all = new ArrayList<>(List.of("-o", file()));
        all.addAll(List.of(options));
        all.add(written());
        Outcome run = run(all.toArray());
        assertEquals(0, run.status(), run.err());
        List<String> lines = Files.readAllLines(file());
        assertEquals("timemory-functions 1", lines.get(0));
        assertTrue(run.out().startsWith(file() + ": " + lines.get(1).substring(2)), run.out());
        return lines.stream().skip(1).filter(line -> !line.startsWith("#")).toList();
    }

    /** 1,120 laps with an overhead of 112,000 ns: 100 ns each. */
    private void anUsualProgram() {
        CallGraphNode main = add(null, "app.Main.main", 1, 1e9, 112_100);
        add(main, "app.Db.query [Db.java:42]", 100, 6e8, 10_000);
        add(main, "app.Order.id", 1000, 1_000_000, 100_000);
        CallGraphNode walk = add(main, "app.Tree.walk", 10, 2e8, 1_000);
        add(walk, "app.Tree.walk", 9, 1e8, 900);
        add(main, "app.Log.open", 1, 1000, 100);
    }

    @Test
    void functionsThatTakeTimeAreWorthIt() throws IOException {
        anUsualProgram();
        assertEquals(List.of("+\t1\t100.000\t0.000\tapp.Main.main", "+\t100\t60.000\t0.002\tapp.Db.query",
                // Inner calls are in the outer ones.
                "+\t19\t20.000\t0.001\tapp.Tree.walk",
                // Its time is 0.1 %, of which measuring takes 10 %.
                "-\t1000\t0.100\t10.000\tapp.Order.id", "-\t1\t0.000\t10.000\tapp.Log.open"), functions());
    }

    @Test
    void whatIsWorthItIsForTheUserToSay() throws IOException {
        anUsualProgram();
        assertTrue(functions("--least-share", "0", "--most-overhead", "20").stream().allMatch(line -> line.startsWith("+")));
        assertEquals(List.of("app.Main.main", "app.Db.query"), functions("--least-share", "50").stream()
                .filter(line -> line.startsWith("+")).map(line -> line.split("\t")[4]).toList());
        assertEquals(List.of("app.Main.main", "app.Tree.walk"), functions("--call-cost", "500000").stream()
                .filter(line -> line.startsWith("+")).map(line -> line.split("\t")[4]).toList());
    }

    @Test
    void callsInPythonCostMoreThanTheLibraryKnows() throws IOException {
        CallGraphNode module = add(null, "<module>@app.py:1", 1, 1e6, 0);
        add(module, "leaf@app.py:30", 100, 1e6, 0);
        assertEquals(List.of("+\t1\t100.000\t0.085\t<module>@app.py", "-\t100\t100.000\t8.500\tleaf@app.py"), functions());
    }

    @Test
    void whereAFunctionStandsIsNoPartOfItsName() throws IOException {
        for (String name : List.of("a.Db.query [Db.kt:42]", "a.Db.query [42]", "a.Db.query [Db.java]")) add(null, name, 1, 1e9, 0);
        add(null, "solve(int) [clone .part.0]", 1, 1e9, 0);
        assertEquals(List.of("+\t3\t75.000\t0.000\ta.Db.query", "+\t1\t25.000\t0.000\tsolve(int) [clone .part.0]"), functions());
    }

    @Test
    void deepRecursionIsNoTroubleHere() throws IOException {
        CallGraphNode node = null;
        for (int depth = 0; depth < 20_000; depth++) node = add(node, "app.Main.dive", 1, 1e9, 0);
        assertEquals(List.of("+\t20000\t100.000\t0.000\tapp.Main.dive"), functions());
    }

    @Test
    void theRootFolderIsRefusedAsTheFileToWrite() {
        Outcome run = run("-o", "/");
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("timemory learn: '/' is not a file name"), run.err());
    }

    @Test
    void resultsWithoutTimesAreRefused() throws IOException {
        results = new ResultsBuilder();
        graph = results.graph(metric("peak_rss", Quantity.MEMORY));
        add(null, "main", 1, 10, 0);
        Outcome run = run("-o", file(), written());
        assertEquals(1, run.status());
        assertTrue(run.err().contains("no component in these results records time: measure wall_clock as well"), run.err());
        assertFalse(Files.exists(file()));
        assertTrue(run("-o", file(), "-m", "peak_rss", folder.resolve("results")).err().contains("'peak_rss' is not a time"));
    }

    @Test
    void whatIsSomethingElseIsNotOverwritten() throws IOException {
        anUsualProgram();
        Files.writeString(file(), "my notes\n");
        Outcome run = run("-o", file(), written());
        assertEquals(2, run.status());
        assertTrue(run.err().contains("is not a learned-functions file: it is not overwritten"), run.err());
        assertEquals("my notes\n", Files.readString(file()));
        assertTrue(run("-o", folder.resolve("none/x"), written()).err().contains("cannot be written: no folder"));
        assertTrue(run("-o", file(), "--least-share", "-1", written()).err().contains("--least-share must be between 0 and 100, not -1.0"));
        assertTrue(
                run("-o", file(), "--call-cost", "-5", written()).err().contains("--call-cost must be a number of nanoseconds, not -5.0"));
    }

    @Test
    void namesOfSeveralLinesAreLeftOut() throws IOException {
        add(null, "app.Main.main", 1, 1e9, 0);
        add(null, "+\t1\t1\t1\tapp.Other\n+\t1\t1\t1\tapp.Evil", 1, 1e9, 0);
        assertEquals(List.of("+\t1\t50.000\t0.000\tapp.Main.main"), functions());
    }
}
