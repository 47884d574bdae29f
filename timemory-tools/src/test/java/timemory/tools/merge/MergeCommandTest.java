package timemory.tools.merge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Binding;
import timemory.Quantity;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.export.data.SavedResults;
import timemory.export.ranks.RankStatistics;
import timemory.export.wire.WireResults;
import timemory.output.ResultFormat;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.statistics.ReadNumber;
import timemory.tools.TimemoryCommandRun;

/** {@code timemory merge} of many files, some of which are broken, or are there twice. */
@Tag("java17")
class MergeCommandTest {

    private static final Metric SCORE = new Metric("score", "score", "A number", Binding.WALL,
            List.of(new Metric.Number("", Quantity.COUNT, "", true)));

    @TempDir
    private Path folder;

    private record Run(int status, String output, String errors) {}

    private static Run run(Object... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        int status = TimemoryCommandRun.execute(new PrintWriter(output, true), new PrintWriter(errors, true), texts);
        return new Run(status, output.toString(), errors.toString());
    }

    /** Numbers whose sums depend on the order in which they are added. */
    private static Results results(int rank) {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder graph = results.graph(SCORE);
        Random random = new Random(rank);
        CallGraphNode main = graph.node(null, "main");
        record(graph, main, 1 + 1e-3 * random.nextDouble());
        record(graph, graph.node(main, "solve"), random.nextDouble());
        if (rank % 3 == 0) {
            record(graph, graph.node(main, "step " + rank), 0.1);
        }
        return results.build();
    }

    private static void record(GraphBuilder graph, CallGraphNode node, double value) {
        graph.record(node, 1, 0, null, List.of(new ReadNumber(1, value, value, value, value, 0)));
    }

    private Path wire(int rank) throws IOException {
        Path job = Files.createDirectories(folder.resolve("job"));
        return Files.write(job.resolve("results-" + rank + ".tmy"), WireResults.encode(results(rank), rank));
    }

    private byte[] merged(Path into) throws IOException {
        return Files.readAllBytes(into.resolve("results.tmy"));
    }

    @Test
    void sumsAreTheSameToTheLastBitWhateverTheNumberOfThreads() throws IOException {
        for (int rank = 0; rank < 5 * BlockMerge.BLOCK + 7; rank++) {
            wire(rank);
        }
        List<byte[]> outcomes = new ArrayList<>();
        for (int workers : List.of(1, 2, 7)) {
            Path into = folder.resolve("with-" + workers);
            Run run = run("merge", "--workers", workers, "-f", "wire", "-o", into, folder.resolve("job"));
            assertEquals(0, run.status(), run.errors());
            outcomes.add(merged(into));
        }
        assertArrayEquals(outcomes.get(0), outcomes.get(1));
        assertArrayEquals(outcomes.get(0), outcomes.get(2));
        Results all = WireResults.decode(outcomes.get(0));
        assertEquals(327, all.getProcessCount());
        CallGraphNode main = all.get("score").find("main");
        assertEquals(327, main.getInclusive().getLaps());
        double sum = 0;
        for (int rank = 0; rank < 327; rank++) {
            sum += results(rank).get("score").find("main").getInclusive().getSum();
        }
        assertEquals(sum, main.getInclusive().getSum(), 1e-9);
        assertEquals(327, RankStatistics.of(main).getCount());
        assertEquals(109, main.getChildren().size() - 1);
        assertEquals(306,
                RankStatistics.of(main.getChildren().stream().filter(node -> node.getLabel().equals("step 306")).findFirst().get())
                        .inclusive(0).getMaxRank());
    }

    @Test
    void brokenFilesAreNamedAndCountedAndTheRestIsWritten() throws IOException {
        for (int rank = 0; rank < 70; rank++) {
            wire(rank);
        }
        Path job = folder.resolve("job");
        byte[] whole = Files.readAllBytes(job.resolve("results-3.tmy"));
        Files.write(job.resolve("results-3.tmy"), java.util.Arrays.copyOf(whole, whole.length - 9));
        Files.write(job.resolve("results-5.tmy"), new byte[0]);
        byte[] changed = Files.readAllBytes(job.resolve("results-66.tmy"));
        changed[changed.length - 12] ^= 4;
        Files.write(job.resolve("results-66.tmy"), changed);
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), job);
        assertEquals(1, run.status(), run.errors());
        assertTrue(run.errors().contains("results-3.tmy: ends at byte " + (whole.length - 9)), run.errors());
        assertTrue(run.errors().contains("results-5.tmy: is empty") || run.errors().contains("results-5.tmy: ends"), run.errors());
        assertTrue(run.errors().contains("results-66.tmy: is damaged at byte"), run.errors());
        assertTrue(run.errors().contains("written without 3 of 70 results"), run.errors());
        assertEquals(67, SavedResults.read(folder.resolve("all").toString()).getProcessCount());
        Run strict = run("merge", "--strict", "-f", "wire", "-o", folder.resolve("none"), job);
        assertEquals(1, strict.status());
        assertTrue(strict.errors().contains("results-") && !Files.exists(folder.resolve("none")), strict.errors());
    }

    @Test
    void theSameProcessIsTakenOnceAndTold() throws IOException {
        ResultsBuilder results = new ResultsBuilder();
        results.setProcessId(77);
        record(results.graph(SCORE), results.graph(SCORE).node(null, "main"), 1);
        Path file = folder.resolve("a.timemory.json");
        Path written = Path.of(ResultFormat.COMPACT.write(results.build(), Settings.load(new SettingsBuilder()), folder.toString()).get(0));
        Files.writeString(file, Files.readString(written).replaceFirst("\"problems\":\\[\\],", "\"problems\":[],\"metadata\":{\"info\":"
                + "{\"HOSTNAME\":\"here\",\"WRITTEN_AT\":\"2026-11-23 10:00:00\"},\"environment\":{},\"commandLine\":[],\"settings\":{}},"));
        Path copy = Files.copy(file, folder.resolve("b.timemory.json"));
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), file, copy);
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.errors().contains(copy + ": is of process 77 on here, as " + file + " is: taken once"), run.errors());
        assertEquals(1, WireResults.decode(merged(folder.resolve("all"))).getProcessCount());
    }

    @Test
    void namesComeFromAListOrAPipe() throws IOException {
        String names = wire(0) + "\n" + wire(1) + "\n";
        Path list = Files.writeString(folder.resolve("list"), names);
        assertEquals(0, run("merge", "-f", "wire", "-o", folder.resolve("a"), "@" + list).status());
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(names.getBytes(StandardCharsets.UTF_8)));
            assertEquals(0, run("merge", "-f", "wire", "-o", folder.resolve("b"), "-").status());
        } finally {
            System.setIn(before);
        }
        assertArrayEquals(merged(folder.resolve("a")), merged(folder.resolve("b")));
        assertEquals(2, WireResults.decode(merged(folder.resolve("a"))).getProcessCount());
    }

    @Test
    void textFilesAndTheWireFormAreMergedTogetherAndOrderedByTheirNumbers() throws IOException {
        for (int rank : List.of(2, 10, 9)) {
            Path own = Files.createDirectories(folder.resolve("job/rank-" + rank));
            ResultFormat format = rank == 9 ? ResultFormat.COMPACT : ResultFormat.listOf("tree").get(0);
            format.write(results(rank), Settings.load(new SettingsBuilder()), own.toString());
        }
        Files.write(Files.createDirectories(folder.resolve("job/rank-1")).resolve("results.tmy"), WireResults.encode(results(1)));
        Run run = run("merge", "-f", "wire,text,json,tree,csv,html", "-o", folder.resolve("all"), folder.resolve("job"));
        assertEquals(0, run.status(), run.errors());
        Results all = WireResults.decode(merged(folder.resolve("all")));
        assertEquals(4, all.getProcessCount());
        CallGraphNode main = all.get("score").find("main");
        double[] expected =
                Stream.of(1, 2, 9, 10).mapToDouble(rank -> results(rank).get("score").find("main").getInclusive().getSum()).toArray();
        int slowest = 0;
        for (int i = 1; i < 4; i++) {
            slowest = expected[i] > expected[slowest] ? i : slowest;
        }
        assertEquals(slowest, RankStatistics.of(main).inclusive(0).getMaxRank());
        String table = Files.readString(folder.resolve("all/score.txt"));
        assertTrue(table.contains("% IMBALANCE") && table.contains("4 of 4") && table.contains("(" + slowest + ")"), table);
        assertTrue(Files.readString(folder.resolve("all/score.json")).contains("\"ranks\":{\"of\":4,\"count\":4,\"min\":"));
        assertTrue(Files.readString(folder.resolve("all/results.csv")).lines().findFirst().get().endsWith(",rank_stddev,imbalance"));
        assertTrue(Files.readString(folder.resolve("all/report.html")).contains("\"imbalance\":["));
        Run report = run("report", "--sort", "imbalance", folder.resolve("all"));
        assertTrue(report.output().contains("% IMBALANCE"), report.output());
    }

    @Test
    void valuesOfEachProcessAreKeptWhereAskedFor() throws IOException {
        for (int rank = 0; rank < 3; rank++) {
            wire(rank);
        }
        assertEquals(0, run("merge", "--keep-processes", "-f", "wire,html", "-o", folder.resolve("all"), folder.resolve("job")).status());
        RankStatistics ranks = RankStatistics.of(WireResults.decode(merged(folder.resolve("all"))).get("score").find("main", "solve"));
        assertArrayEquals(new int[] {0, 1, 2}, ranks.getRanks());
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(results(rank).get("score").find("main", "solve").getInclusive().getSum(), ranks.values(0)[rank]);
        }
        assertTrue(Files.readString(folder.resolve("all/report.html")).contains("\"ranks\":[0,1,2]"));
    }

    @Test
    void numbersInLabelsAreFoldedWhereAskedFor() throws IOException {
        for (int rank = 0; rank < 9; rank++) {
            wire(rank);
        }
        Path job = folder.resolve("job");
        assertEquals(0, run("merge", "--fold-numbers", "-f", "wire", "-o", folder.resolve("all"), job).status());
        CallGraphNode steps = WireResults.decode(merged(folder.resolve("all"))).get("score").find("main", "step #");
        assertEquals(3, RankStatistics.of(steps).getCount());
        assertEquals(0.3, steps.getInclusive().getSum(), 1e-12);
        Run bounded = run("merge", "--max-nodes", "4", "-f", "wire", "-o", folder.resolve("few"), job);
        assertEquals(0, bounded.status(), bounded.errors());
        assertTrue(bounded.errors().contains("folded into '(others)'") && bounded.errors().contains("'step #'"), bounded.errors());
        assertTrue(WireResults.decode(merged(folder.resolve("few"))).get("score").find("main", "(others)") != null);
    }

    @Test
    void mergedResultsAreMergedAgain() throws IOException {
        List<Path> all = new ArrayList<>();
        for (int rank = 0; rank < 6; rank++) {
            all.add(wire(rank));
        }
        run("merge", "-f", "wire", "-o", folder.resolve("a"), all.get(0), all.get(1), all.get(2));
        run("merge", "-f", "wire", "-o", folder.resolve("b"), all.get(3), all.get(4), all.get(5));
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("ab"), folder.resolve("a"), folder.resolve("b"));
        assertEquals(0, run.status(), run.errors());
        run("merge", "-f", "wire", "-o", folder.resolve("all"), folder.resolve("job"));
        Results twice = WireResults.decode(merged(folder.resolve("ab")));
        Results once = WireResults.decode(merged(folder.resolve("all")));
        assertEquals(6, twice.getProcessCount());
        for (CallGraphNode node : once.get("score").getRoots()) {
            CallGraphNode other = twice.get("score").find(node.getLabel());
            assertEquals(RankStatistics.of(node).inclusive(0).getMaxRank(), RankStatistics.of(other).inclusive(0).getMaxRank());
            assertEquals(RankStatistics.of(node).inclusive(0).getStandardDeviation(),
                    RankStatistics.of(other).inclusive(0).getStandardDeviation(),
                    1e-12);
        }
        Run report = run("report", folder.resolve("all"));
        assertTrue(report.output().contains("6 of 6"), report.output());
        assertFalse(run("diff", folder.resolve("all"), folder.resolve("ab")).errors().contains("Exception"));
    }
}
