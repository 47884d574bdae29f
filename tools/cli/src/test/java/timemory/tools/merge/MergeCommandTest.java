package timemory.tools.merge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Binding;
import timemory.Quantity;
import timemory.Timemory;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.export.data.SavedResults;
import timemory.export.ranks.RankSpread;
import timemory.export.ranks.RankStatistics;
import timemory.export.wire.WireResults;
import timemory.output.ResultFormat;
import timemory.results.CallGraph;
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
        assertTrue(run.errors().contains("results-3.tmy: is truncated at byte " + (whole.length - 9)), run.errors());
        assertTrue(run.errors().contains("results-5.tmy: is empty") || run.errors().contains("results-5.tmy: ends"), run.errors());
        assertTrue(run.errors().contains("results-66.tmy: is damaged at byte"), run.errors());
        assertTrue(run.errors().contains("written without 3 of 70 results"), run.errors());
        assertEquals(67, SavedResults.read(folder.resolve("all").toString()).getProcessCount());
        Run strict = run("merge", "--strict", "-f", "wire", "-o", folder.resolve("none"), job);
        assertEquals(1, strict.status());
        assertTrue(strict.errors().contains("results-") && !Files.exists(folder.resolve("none")), strict.errors());
    }

    /** Results of a process whose number and machine are known. */
    private Path known(String name, int process) throws IOException {
        ResultsBuilder results = new ResultsBuilder();
        results.setProcessId(process);
        record(results.graph(SCORE), results.graph(SCORE).node(null, "main"), 1);
        Path written = Path.of(ResultFormat.COMPACT.write(results.build(), Settings.load(new SettingsBuilder()), folder.toString()).get(0));
        String metadata = "\"problems\":[],\"metadata\":{\"info\":{\"HOSTNAME\":\"here\",\"WRITTEN_AT\":\"2026-11-23 10:00:00\"},"
                + "\"environment\":{},\"commandLine\":[],\"settings\":{}},";
        return Files.writeString(folder.resolve(name + ".timemory.json"),
                Files.readString(written).replaceFirst("\"problems\":\\[\\],", metadata));
    }

    @Test
    void theSameProcessIsTakenOnceAndReported() throws IOException {
        Path file = known("a", 77);
        Path copy = Files.copy(file, folder.resolve("b.timemory.json"));
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), file, copy);
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.errors().contains(copy + ": is of process 77 on here, as " + file + " is: taken once"), run.errors());
        assertEquals(1, WireResults.decode(merged(folder.resolve("all"))).getProcessCount());
    }

    @Test
    void whatWasMergedWithAProcessThatIsThereAloneIsNamedAndLeftOut() throws IOException {
        Path first = known("a", 77);
        run("merge", "-f", "wire", "-o", folder.resolve("two"), first, known("b", 78));
        Path merged = folder.resolve("two/results.tmy");
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), first, merged);
        assertEquals(1, run.status(), run.errors());
        assertTrue(run.errors().contains(merged + ": has several processes, one of which " + first + " also has"), run.errors());
        assertEquals(1, WireResults.decode(merged(folder.resolve("all"))).getProcessCount());
        Run strict = run("merge", "--strict", "-f", "wire", "-o", folder.resolve("none"), first, merged);
        assertTrue(strict.status() == 1 && !Files.exists(folder.resolve("none")), strict.errors());
    }

    @Test
    void sessionsOfOneProcessAreKeptApartAndFormatsOfOneAreNot() throws IOException {
        Settings settings = Settings.load(new SettingsBuilder());
        List<Path> files = new ArrayList<>();
        for (int session = 0; session < 2; session++) {
            SettingsBuilder quiet = new SettingsBuilder();
            quiet.setCoutOutput(false);
            quiet.setFileOutput(false);
            Timemory.init(quiet);
            Results results = Timemory.finalize();
            for (ResultFormat format : ResultFormat.listOf("compact,wire")) {
                Path own = Files.createDirectories(folder.resolve(format.getId() + session));
                files.add(Path.of(format.write(results, settings, own.toString()).get(0)));
            }
        }
        Run run = run(Stream.concat(Stream.of("merge", "-f", "wire", "-o", folder.resolve("all")), files.stream()).toArray());
        assertEquals(0, run.status(), run.errors());
        assertEquals(2, WireResults.decode(merged(folder.resolve("all"))).getProcessCount(), run.errors());
        assertEquals(2, run.errors().lines().filter(line -> line.endsWith(": taken once")).count(), run.errors());
        run("merge", "-f", "compact", "-o", folder.resolve("compact"), files.get(0), files.get(2));
        Run again = run("merge", "-f", "wire", "-o", folder.resolve("again"), folder.resolve("all"), folder.resolve("compact"));
        assertTrue(again.errors().endsWith(": taken once\n"), again.errors());
        assertEquals(2, WireResults.decode(merged(folder.resolve("again"))).getProcessCount());
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
        assertTrue(Files.readString(folder.resolve("all/results.csv")).lines().findFirst().get()
                .contains(",rank_stddev,imbalance,processes,rank_self_min,"));
        assertTrue(Files.readString(folder.resolve("all/report.html")).contains("\"imbalance\":["));
        Run report = run("report", "--sort", "imbalance", folder.resolve("all"));
        assertTrue(report.output().contains("  % imbalance"), report.output());
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
        Run report = run("report", "--tables", folder.resolve("all"));
        assertTrue(report.output().contains("6 of 6"), report.output());
        assertFalse(run("diff", folder.resolve("all"), folder.resolve("ab")).errors().contains("Exception"));
    }

    /** Results of ranks as launched processes write them to the folder of a job, each with a record of its files. */
    private Path job(int ranks, String formats) throws IOException {
        Path job = Files.createDirectories(folder.resolve("job-7"));
        for (int rank = 0; rank < ranks; rank++) {
            Path own = Files.createDirectories(folder.resolve("own"));
            StringBuilder record = new StringBuilder("timemory run 1\nprogram=main\nprocess=" + (100 + rank) + "\nstate=complete\n");
            for (ResultFormat format : ResultFormat.listOf(formats)) {
                for (String file : format.write(results(rank), Settings.load(new SettingsBuilder()), own.toString())) {
                    String name = Path.of(file).getFileName().toString().replaceFirst("\\.", "-" + rank + ".");
                    Files.move(Path.of(file), job.resolve(name));
                    record.append("file=").append(name).append('\n');
                }
            }
            Files.writeString(job.resolve(".timemory-" + rank + ".run"), record);
        }
        return job;
    }

    @Test
    void aRankWithoutResultsIsReported() throws IOException {
        wire(0);
        wire(2);
        Files.writeString(folder.resolve("job/.timemory.job"), "timemory job 1\nkey=job-7\nranks=3\n");
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), folder.resolve("job"));
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.errors().contains("rank 1 of 3 has no results"), run.errors());
        wire(1);
        Run whole = run("merge", "-f", "wire", "-o", folder.resolve("whole"), folder.resolve("job"));
        assertFalse(whole.errors().contains("has no results"), whole.errors());
    }

    @Test
    void ofADirectoryWithRunsAndJobsTheNewestIsTaken() throws IOException {
        Path older = Files.write(folder.resolve("results.tmy"), WireResults.encode(results(7), 7));
        Files.setLastModifiedTime(older, FileTime.fromMillis(1_000));
        wire(0);
        wire(1);
        Files.writeString(folder.resolve("job/.timemory.job"), "timemory job 1\nkey=job-7\nranks=2\n");
        Path before = Files.createDirectories(folder.resolve("run-20261129-061530.123-host-job-7"));
        for (int rank = 0; rank < 2; rank++) {
            Path file = Files.write(before.resolve("results-" + rank + ".tmy"), WireResults.encode(results(rank + 2), rank));
            Files.setLastModifiedTime(file, FileTime.fromMillis(2_000));
        }
        Files.writeString(before.resolve(".timemory.job"), "timemory job 1\nkey=job-7\nranks=2\n");
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("into/all"), folder);
        assertEquals(0, run.status(), run.errors());
        assertEquals(
                results(0).get("score").find("main").getInclusive().getSum() + results(1).get("score").find("main").getInclusive().getSum(),
                WireResults.decode(merged(folder.resolve("into/all"))).get("score").find("main").getInclusive().getSum(), 1e-12);
        assertTrue(run.errors().contains("there are also"), run.errors());
        Run report = run("report", folder);
        assertEquals(0, report.status(), report.errors());
        assertTrue(report.errors().contains("showing one rank of") && report.errors().contains("2 of 2 ranks"), report.errors());
        // Jobs are named, not their ranks one by one.
        assertTrue(report.errors().contains("showing the job that was written last, '" + folder.resolve("job")), report.errors());
        assertTrue(report.errors().contains("there are also '" + before + "' (a job, 2 of 2 ranks)"), report.errors());
    }

    @Test
    void aFolderOfLinksIsTheRunInTheDirectoryItself() throws IOException {
        Files.write(folder.resolve("results.tmy"), WireResults.encode(results(0)));
        Files.writeString(folder.resolve(".timemory.run"), "timemory run 1\nmilliseconds=2000\nfile=results.tmy\n");
        Path other = Files.createDirectories(folder.resolve("run-20261129-061530.123-host-1"));
        Files.write(other.resolve("results.tmy"), WireResults.encode(results(1)));
        Files.writeString(other.resolve(".timemory.run"), "timemory run 1\nmilliseconds=1000\nfile=results.tmy\n");
        Path links = Files.createDirectories(folder.resolve("run-20261129-061531.123-host-2"));
        for (String name : List.of("results.tmy", ".timemory.run")) {
            Files.createSymbolicLink(links.resolve(name), Path.of("..", name));
        }
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("into/all"), other, links);
        assertEquals(0, run.status(), run.errors());
        assertEquals("", run.errors());
        assertEquals(2, WireResults.decode(merged(folder.resolve("into/all"))).getProcessCount());
        Run report = run("report", folder);
        assertTrue(report.errors().contains("there is also '" + other + "'"), report.errors());
        assertEquals("", run("report", links).errors());
    }

    @Test
    void theNewestRunIsTheOneThatWasWrittenLastHoweverFilesWereCopied() throws IOException {
        for (int number = 1; number <= 3; number++) {
            Path run = Files.createDirectories(folder.resolve("run-20261129-06153" + number + ".123-host-1"));
            Path file = Files.write(run.resolve("results.tmy"), WireResults.encode(results(number)));
            Path record = run.resolve(".timemory.run");
            Files.writeString(record,
                    "timemory run 1\nprocess=" + number + "\nmilliseconds=" + 1_000_000 * number + "\nfile=results.tmy\n");
            // As if copied the newest first.
            for (Path copied : List.of(file, record))
                Files.setLastModifiedTime(copied, FileTime.fromMillis(9_000_000L - 1_000_000 * number));
        }
        Run report = run("report", folder);
        assertTrue(report.errors().contains("showing the run that was written last, '"
                + folder.resolve("run-20261129-061533.123-host-1") + "' (process 3"), report.errors());
        Path link = Files.createSymbolicLink(folder.resolveSibling(folder.getFileName() + "-link"), folder);
        try {
            assertTrue(run("report", link).errors().contains("(process 3"), "a link to the directory");
        } finally {
            Files.delete(link);
        }
    }

    private CallGraphNode mainIn(Path into) throws IOException {
        return SavedResults.read(into.toString()).get("score").find("main");
    }

    @Test
    void allRanksInTheFolderOfAJobAreMerged() throws IOException {
        for (String formats : List.of("text,compact", "text,json,tree")) {
            Path job = job(12, formats);
            // Merged results have no rank in their names.
            Files.copy(job.resolve(formats.contains("compact") ? "results-0.timemory.json" : "score-0.json"),
                    job.resolve(formats.contains("compact") ? "results.timemory.json" : "score.json"));
            Path into = folder.resolve("all-" + formats.length());
            Run run = run("merge", "-o", into, job);
            assertEquals(0, run.status(), run.errors());
            assertEquals(12, SavedResults.read(into.toString()).getProcessCount(), run.errors());
            assertEquals(12, mainIn(into).getInclusive().getLaps());
            assertTrue(run.errors().contains("there is also"), run.errors());
            // By their names, in which numbers count as such.
            assertEquals(results(11).get("score").find("main").getInclusive().getSum(),
                    RankStatistics.of(merged(job, "--keep-processes").find("main")).values(0)[11], 1e-12);
            try (Stream<Path> files = Files.list(job)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private CallGraph merged(Path from, String option) throws IOException {
        assertEquals(0, run("merge", option, "-f", "wire", "-o", folder.resolve("kept"), from).status());
        return WireResults.decode(merged(folder.resolve("kept"))).get("score");
    }

    @Test
    void filesOfOneRunThatAreNamedOneByOneAreOfOneProcess() throws IOException {
        Path job = job(2, "wire,compact,json,tree");
        List<Path> files;
        try (Stream<Path> listing = Files.list(job)) {
            files = listing.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().toList();
        }
        List<Object> arguments = new ArrayList<>(List.of("merge", "-f", "wire", "-o", folder.resolve("all")));
        arguments.addAll(files);
        arguments.add(files.get(0));
        Run run = run(arguments.toArray());
        assertEquals(0, run.status(), run.errors());
        assertEquals(2, WireResults.decode(merged(folder.resolve("all"))).getProcessCount(), run.errors());
        assertTrue(run.errors().contains(job.resolve("results-0.tmy") + " and 2 more: are of the same run as "
                + job.resolve("results-0.timemory.json") + ": taken once"), run.errors());
        assertTrue(run.errors().contains(files.get(0) + ": is named twice: taken once"), run.errors());
    }

    @Test
    void ofManyFilesGarbageIsCollectedBeforeItTakesMuchOfTheMachine() throws IOException {
        assumeTrue(Runtime.getRuntime().maxMemory() > 1L << 30);
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (int rank = 0; rank < BlockMerge.BLOCK + 1; rank++) {
            wire(rank);
        }
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), folder.resolve("job"));
        assertEquals(0, run.status(), run.errors());
        assertEquals(500L << 20, Long.parseLong(machine.getVMOption("SoftMaxHeapSize").getValue()));
    }

    @Test
    void whatIsLeftForABlockOfItsOwnKeepsItsRank() throws IOException {
        for (int rank = 0; rank < BlockMerge.BLOCK + 1; rank++) {
            wire(rank);
        }
        CallGraphNode main = merged(folder.resolve("job"), "--keep-processes").find("main");
        assertEquals(BlockMerge.BLOCK + 1, RankStatistics.of(main).getCount());
        assertEquals(BlockMerge.BLOCK + 1, RankStatistics.of(main).getRanks().length);
        assertEquals(results(BlockMerge.BLOCK).get("score").find("main").getInclusive().getSum(),
                RankStatistics.of(main).values(0)[BlockMerge.BLOCK]);
    }

    @Test
    void whatWasMergedIntoTheCompactFormKeepsItsRanksAndProcesses() throws IOException {
        List<Path> all = new ArrayList<>();
        for (int rank = 0; rank < 6; rank++) {
            all.add(wire(rank));
        }
        run("merge", "-f", "compact", "-o", folder.resolve("a"), all.get(3), all.get(4), all.get(5));
        run("merge", "-f", "compact", "-o", folder.resolve("b"), all.get(0), all.get(1), all.get(2));
        Run run = run("merge", "-o", folder.resolve("ab"), folder.resolve("a"), folder.resolve("b"));
        assertEquals("", run.errors());
        run("merge", "-o", folder.resolve("all"), folder.resolve("job"));
        RankStatistics twice = RankStatistics.of(mainIn(folder.resolve("ab")));
        RankStatistics once = RankStatistics.of(mainIn(folder.resolve("all")));
        assertEquals(once.inclusive(0).getMinRank(), twice.inclusive(0).getMinRank());
        assertEquals(once.inclusive(0).getMaxRank(), twice.inclusive(0).getMaxRank());
    }

    @Test
    void whatIsWrittenUnlessAskedForShowsHowProcessesDifferInReports() throws IOException {
        wire(0);
        wire(1);
        assertEquals(0, run("merge", "-o", folder.resolve("all"), folder.resolve("job")).status());
        assertTrue(run("report", folder.resolve("all")).output().contains("  % imbalance"));
    }

    @Test
    void howProcessesDifferIsReadFromFilesOfEachComponentAndMergedAgain() throws IOException {
        Path first = Files.createDirectories(folder.resolve("first"));
        Path second = Files.createDirectories(folder.resolve("second"));
        for (int rank = 0; rank < 3; rank++) {
            Files.write(first.resolve(rank + ".tmy"), WireResults.encode(results(rank), rank));
            Files.write(second.resolve(rank + ".tmy"), WireResults.encode(results(3 + rank), rank));
            wire(rank);
            wire(3 + rank);
        }
        run("merge", "-f", "wire", "-o", folder.resolve("once"), folder.resolve("job"));
        for (String format : List.of("json", "tree", "xml", "csv")) {
            Path a = folder.resolve(format + "-a");
            Path b = folder.resolve(format + "-b");
            assertEquals(0, run("merge", "--keep-processes", "-f", format, "-o", a, first).status());
            assertEquals(0, run("merge", "--keep-processes", "-f", format, "-o", b, second).status());
            assertTrue(run("report", "--tables", fileIn(a)).output().contains("3 of 3"), format);
            Path ab = folder.resolve(format + "-ab");
            Run run = run("merge", "-f", "wire", "-o", ab, fileIn(a), fileIn(b));
            assertEquals("", run.errors(), format);
            for (String[] place : new String[][] {{"main"}, {"main", "solve"}}) {
                assertSameComparison(nodeIn(folder.resolve("once"), place), nodeIn(ab, place), format);
            }
        }
    }

    private static CallGraphNode nodeIn(Path into, String... place) throws IOException {
        return SavedResults.read(into.toString()).get("score").find(place);
    }

    private static Path fileIn(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findFirst().orElseThrow();
        }
    }

    private static void assertSameComparison(CallGraphNode expected, CallGraphNode node, String message) {
        RankStatistics one = RankStatistics.of(expected);
        RankStatistics other = RankStatistics.of(node);
        assertNotNull(other, message);
        assertEquals(one.getProcessCount(), other.getProcessCount(), message);
        assertEquals(one.getCount(), other.getCount(), message);
        for (boolean isInclusive : new boolean[] {true, false}) {
            RankSpread a = isInclusive ? one.inclusive() : one.exclusive();
            RankSpread b = isInclusive ? other.inclusive() : other.exclusive();
            assertEquals(a.getMinRank(), b.getMinRank(), message);
            assertEquals(a.getMaxRank(), b.getMaxRank(), message);
            assertEquals(a.getMin(), b.getMin(), 1e-9, message);
            assertEquals(a.getMax(), b.getMax(), 1e-9, message);
            assertEquals(a.getSum(), b.getSum(), 1e-9, message);
            assertEquals(a.getStandardDeviation(), b.getStandardDeviation(), 1e-9, message);
        }
    }

    @Test
    void whereAFileDoesNotSayHowProcessesDifferThatIsSaid() throws IOException {
        wire(0);
        wire(1);
        run("merge", "-f", "json", "-o", folder.resolve("flat"), folder.resolve("job"));
        Path file = fileIn(folder.resolve("flat"));
        Files.writeString(file, Files.readString(file).replace("\"ranks\":{", "\"unknown\":{"));
        Run lost = run("merge", "-o", folder.resolve("more"), file);
        assertTrue(lost.errors().contains("differences between processes are unknown"), lost.errors());
    }

    @Test
    void aListHasANameInEachLineWhateverCharactersAreInIt() throws IOException {
        Path odd = Files.move(wire(0), Files.createDirectories(folder.resolve("a b")).resolve("it's \"one\".tmy"));
        Path list = Files.writeString(folder.resolve("list"), "# ranks\n\n" + odd + "\n" + wire(1) + "\n" + folder.resolve("none") + "\n");
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), "@" + list);
        assertEquals(1, run.status(), run.errors());
        assertTrue(run.errors().contains("none: no such file or directory") && run.errors().contains("written without 1 of 3 results"),
                run.errors());
        assertEquals(2, WireResults.decode(merged(folder.resolve("all"))).getProcessCount());
        Run binary = run("merge", "-o", folder.resolve("no"), "@" + wire(1));
        assertTrue(binary.errors().contains("is not a list of names, one per line"), binary.errors());
        Run none = run("merge", "-o", folder.resolve("no"), "@" + folder.resolve("none"));
        assertTrue(none.errors().contains("@" + folder.resolve("none") + ": no such file or directory"), none.errors());
    }

    @Test
    void whereTheOutcomeCannotBeWrittenOrWouldReplaceInputsIsSaidBeforeMerging() throws IOException {
        Path file = wire(0);
        Run run = run("merge", "-o", file, file);
        assertEquals(1, run.status());
        assertEquals("timemory merge: cannot write to " + file + ": " + file + " is not a directory\n", run.errors());
        Run own = run("merge", "-o", folder.resolve("job"), file);
        assertEquals(1, own.status());
        assertTrue(own.errors().contains("cannot write to " + folder.resolve("job") + ": " + file + ", an input, is in it"),
                own.errors());
        assertEquals(2, run("merge", "-f", "", "-o", folder.resolve("all"), file).status());
    }

    @Test
    void resultsOfAnotherRunAreNotReplaced() throws IOException {
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(other.resolve(".timemory.run"), "timemory run 1\nfile=results.tmy\n");
        Files.writeString(other.resolve("results.tmy"), "whole");
        Run run = run("merge", "-f", "wire", "-o", other, wire(0), wire(1));
        assertEquals(1, run.status());
        assertTrue(run.errors().contains("nothing is written: " + other.resolve("results.tmy")
                + " was written by a measured program and would be overwritten"), run.errors());
        assertEquals("whole", Files.readString(other.resolve("results.tmy")));
    }

    @Test
    void whatWasMergedBelowADirectoryIsNotMergedWithItAgain() throws IOException {
        Files.write(Files.createDirectories(folder.resolve("runs/a")).resolve("results.tmy"), WireResults.encode(results(0), 0));
        Files.write(Files.createDirectories(folder.resolve("runs/b")).resolve("results.tmy"), WireResults.encode(results(1), 1));
        for (int time = 0; time < 2; time++) {
            Run run = run("merge", "-f", "json,tree", "-o", folder.resolve("runs/all"), folder.resolve("runs"));
            assertEquals(0, run.status(), run.errors());
            assertEquals("", run.errors());
            assertEquals(2, SavedResults.read(folder.resolve("runs/all").toString()).getProcessCount());
        }
    }

    @Test
    void directoriesThatAreNotLookedIntoAreNamed() throws IOException {
        wire(0);
        Path deep = folder.resolve("job-deep" + "/d".repeat(20));
        Files.createDirectories(deep);
        Run run = run("merge", "-f", "wire", "-o", folder.resolve("all"), folder.resolve("job"), folder.resolve("job-deep"));
        assertEquals(1, run.status(), run.errors());
        assertTrue(run.errors().contains("is more than 16 directories deep"), run.errors());
    }

    @Test
    void fewOpenFilesAreEnoughForManyResults() throws Exception {
        List<Path> all = new ArrayList<>();
        for (int rank = 0; rank < 4 * BlockMerge.BLOCK; rank++) {
            all.add(wire(rank));
        }
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        // Room for what Java itself has open, and a few files more.
        String shell = "ulimit -n 100 && exec \"$0\" -cp \"$1\" timemory.tools.TimemoryCommand merge --workers 4 -f wire -o \"$2\" \"$3\"";
        Process process = new ProcessBuilder("sh", "-c", shell, java.toString(), System.getProperty("java.class.path"),
                folder.resolve("all").toString(), folder.resolve("job").toString()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        assertEquals(0, run("merge", "-f", "wire", "-o", folder.resolve("usual"), folder.resolve("job")).status());
        assertArrayEquals(merged(folder.resolve("usual")), merged(folder.resolve("all")), output);
        assertEquals(all.size(), WireResults.decode(merged(folder.resolve("all"))).getProcessCount());
    }
}
