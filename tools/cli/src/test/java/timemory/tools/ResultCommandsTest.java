package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.results.Metric;
import timemory.Quantity;
import timemory.statistics.ReadNumber;
import timemory.export.ExportFormats;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.export.data.ResultsBuilder;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.tools.read.ResultFiles;

/** The commands that work on results: report, diff and merge. */
@Tag("java17")
class ResultCommandsTest {

    @TempDir
    private Path folder;

    private record Run(int status, String output, String errors) {}

    private static Run run(Object... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine line = TimemoryCommand.commandLine();
        line.setOut(new PrintWriter(output, true));
        line.setErr(new PrintWriter(errors, true));
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        return new Run(line.execute(texts), output.toString(), errors.toString());
    }

    private static final Metric WALL = new Metric(
            "wall_clock", "wall", "Real-clock timer", timemory.Binding.WALL, List.of(new Metric.Number("", Quantity.TIME, "", true)));
    private static final Metric UTILIZATION = new Metric(
            "cpu_util", "cpu_util", "Utilization", timemory.Binding.PROCESS,
            List.of(new Metric.Number("", Quantity.PERCENTAGE, "", false)));

    private static CallGraphNode add(GraphBuilder graph, CallGraphNode parent, String label, long laps, double sum, double deviation) {
        CallGraphNode node = graph.node(parent, label);
        double mean = sum / laps;
        graph.record(node, laps, 0, (long) sum, List.of(new ReadNumber(laps, sum, mean, mean - deviation, mean + deviation, deviation)));
        graph.note(node, List.of(0), false, 0.0);
        return node;
    }

    /** Results of a program whose {@code solve} takes so many milliseconds in its ten laps together. */
    private Path results(String name, double solve, double deviation) throws IOException {
        ResultsBuilder results = new ResultsBuilder();
        results.setProcessId(name.hashCode());
        GraphBuilder wall = results.graph(WALL);
        CallGraphNode main = add(wall, null, "main", 1, solve * 1e6 + 1e6, 0);
        add(wall, main, "solve", 10, solve * 1e6, deviation);
        GraphBuilder utilization = results.graph(UTILIZATION);
        CallGraphNode node = utilization.node(null, "main");
        utilization.record(node, 1, 0, null, List.of(new ReadNumber(1, 80, 80, 80, 80, 0)));
        return write(name, results.build());
    }

    private Path write(String name, Results results) throws IOException {
        Path directory = Files.createDirectories(folder.resolve(name));
        ExportFormats.TREE.write(results, Settings.load(new SettingsBuilder()), directory.toString());
        return directory;
    }

    @Test
    void reportShowsOneTreeWithColumnsForEachComponent() throws IOException {
        Run run = run("report", results("a", 100, 0));
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().lines().anyMatch(line -> line.matches(" +wall_clock +cpu_util")), run.output());
        assertTrue(run.output().lines().anyMatch(line -> line.matches("region +calls +total +self +mean +value")), run.output());
        assertTrue(run.output().lines().anyMatch(line -> line.matches("main +1 +101 ms +1\\.00 ms +101 ms +80\\.0 %")), run.output());
        assertTrue(run.output().lines().anyMatch(line -> line.matches("  solve +10 +100 ms +100 ms +10\\.0 ms")), run.output());
    }

    @Test
    void reportShowsATableOfEachComponentOnRequest() throws IOException {
        Run run = run("report", "--tables", results("a", 100, 0));
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().contains("REAL-CLOCK TIMER") && run.output().contains("UTILIZATION"), run.output());
        assertTrue(run.output().lines().anyMatch(line -> line.matches("\\| >>> \\|_solve +\\| +10 \\|.*")), run.output());
    }

    @Test
    void aFilterThatMatchesNothingSaysSo() throws IOException {
        Path results = results("a", 100, 0);
        String message = "no region matches --filter 'Solve'; there are 'main', 'solve'";
        for (String command : List.of("report", "plot")) {
            Run run = run(command, "--filter", "Solve", "-m", "wall_clock", results);
            assertEquals(1, run.status(), run.output());
            assertTrue(run.errors().contains(message), run.errors());
        }
        assertTrue(run("diff", "--filter", "Solve", results, results).errors().contains(message));
        assertEquals(0, run("report", "--filter", "(?i)Solve", results).status());
    }

    @Test
    void reportWritesEveryFormatAndReadsItsOwnFilesBack() throws IOException {
        Path results = results("a", 100, 1e5);
        String all = String.join(",", new FormatIds());
        Run run = run("report", "-f", all, "-o", folder.resolve("all"), results);
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().lines().count() >= ResultFormat.getAll().size(), run.output());
        for (String file : List.of("wall.json", "wall.tree.json", "wall.xml", "results.csv")) {
            CallGraphNode solve = ResultFiles.read(folder.resolve("all").resolve(file)).get("wall_clock").find("main", "solve");
            assertEquals(100_000_000L, solve.getInclusive().getExactSum(), file);
            assertEquals(10, solve.getInclusive().getLaps(), file);
            assertEquals(1e5, solve.getInclusive().getStatistics().get(0).getStandardDeviation(), 1, file);
        }
    }

    @Test
    void filesOfOneInputAreNotWrittenOverThoseOfAnother() throws IOException {
        Path output = folder.resolve("both");
        Run run = run("report", "-f", "csv", "-o", output, results("a", 100, 0), results("b", 200, 0));
        assertEquals(2, run.status());
        assertTrue(run.errors().contains("files of the same names for each of 2 inputs"), run.errors());
        assertFalse(Files.exists(output));
    }

    private static void assertRefused(Run run, Path file, String why) {
        assertEquals(2, run.status(), run.output());
        assertEquals("", run.output());
        assertTrue(run.errors().contains(": nothing is written: " + file + " " + why), run.errors());
        assertTrue(run.errors().contains("Choose another place with --"), run.errors());
    }

    @Test
    void aReportDoesNotReplaceWhatItReads() throws IOException {
        Path directory = results("a", 100, 0);
        Path file = directory.resolve("wall.tree.json");
        String before = Files.readString(file);
        Path link = Files.createSymbolicLink(folder.resolve("link"), directory);
        for (Path output : List.of(directory, link)) {
            for (Path input : List.of(directory, link, file)) {
                Run run = run("report", "-f", "csv,tree", "--filter", "main", "-o", output, input);
                assertRefused(run, output.resolve("wall.tree.json"), "is an input and would be overwritten");
            }
        }
        assertEquals(before, Files.readString(file));
        try (var files = Files.list(directory)) {
            assertEquals(2, files.count(), "nothing else is written either");
        }
    }

    @Test
    void whatAProgramWroteIsNotReplacedByAReportAPictureOrAComparison() throws IOException {
        Path directory = results("a", 100, 0);
        record(directory, ".timemory.run", 11, 1_000, "wall.tree.json", "cpu_util.tree.json", "wall.txt", "report.html", "wall.svg");
        for (String name : List.of("wall.txt", "report.html", "wall.svg")) {
            Files.writeString(directory.resolve(name), "whole");
        }
        String why = "was written by a measured program and would be overwritten";
        Path other = results("b", 100, 0);
        for (Path input : List.of(directory, other)) {
            assertRefused(run("report", "-f", "text", "-o", directory, input), directory.resolve("wall.txt"), why);
        }
        assertRefused(run("plot", "-f", "svg", "-o", directory, other), directory.resolve("wall.svg"), why);
        Path page = directory.resolve("report.html");
        assertRefused(run("diff", "--html", page, directory, other), page, why);
        for (String name : List.of("wall.txt", "report.html", "wall.svg")) {
            assertEquals("whole", Files.readString(directory.resolve(name)), name);
        }
        // Beside them there is room for what the program did not write.
        Run run = run("report", "-f", "csv,json", "-o", directory, directory);
        assertEquals(0, run.status(), run.errors());
    }

    @Test
    void whereNoRecordSaysWhatBelongsTogetherAReportReplacesAndHidesNothing() throws IOException {
        Path directory = Files.createDirectories(folder.resolve("cpp"));
        ExportFormats.JSON.write(ResultFiles.read(results("a", 100, 0)), Settings.load(new SettingsBuilder()), directory.toString());
        Path table = Files.writeString(directory.resolve("wall.txt"), "of all regions");
        Run run = run("report", "-f", "text", "--filter", "solve", "-o", directory, directory);
        assertRefused(run, table, "is next to an input, may belong to the same results, and would be overwritten");
        assertEquals("of all regions", Files.readString(table));
        for (String format : List.of("tree", "compact", "wire")) {
            run = run("report", "-f", format, "--filter", "solve", "-o", directory, directory);
            assertEquals(2, run.status(), run.output());
            assertTrue(run.errors().contains("is an input and would no longer be found next to "), run.errors());
        }
        assertEquals(0, run("report", "-f", "csv,html", "-o", directory, directory).status());
    }

    @Test
    void whatIsReplacedIsSaid() throws IOException {
        Path output = folder.resolve("out");
        Path results = results("a", 100, 0);
        for (String end : List.of("'", "', replacing the existing file")) {
            Run run = run("report", "-f", "csv", "-o", output, results);
            assertEquals("timemory: wrote '" + output.resolve("results.csv") + end + System.lineSeparator(), run.output());
        }
        Path page = folder.resolve("change.html");
        assertFalse(run("diff", "--html", page, results, results).errors().contains("replacing"));
        assertTrue(run("diff", "--html", page, results, results).errors().contains(page + "', replacing the existing file"));
    }

    @Test
    void aMetricThatIsNotThereIsNamedWithThoseThatAre() throws IOException {
        Run run = run("report", "-m", "peak_rss", results("a", 1, 0));
        assertEquals(2, run.status());
        assertTrue(run.errors().contains("no component 'peak_rss' in these results, only wall_clock, cpu_util"), run.errors());
    }

    @Test
    void wrongOptionsAreToldWithWhatThereIs() throws IOException {
        Path results = results("a", 1, 0);
        assertTrue(run("report", "-f", "timeseries", "-o", folder, results).errors()
                .contains("timemory report: the results have nothing for format timeseries"));
        assertTrue(run("report", "-f", "docx", results).errors().contains("'docx' is not a format; there are text, compact, json"));
        assertTrue(run("report", "--sort", "size", results).errors().contains("there are total, self"));
        assertTrue(run("report", "--filter", "(", results).errors().contains("is not a regular expression"));
    }

    @Test
    void whatCannotBeReadIsOneClearErrorAndNoOutput() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Path text = Files.writeString(folder.resolve("text"), "dear diary,\n");
        Path broken = Files.writeString(folder.resolve("broken.json"),
                "{\"timemory\":{\"wall_clock\":{\"type\":\"wall\",\"graph\":[{\"node\":{\"prefix\":\"m");
        Path output = folder.resolve("output");
        for (Path wrong : List.of(empty, text, broken, folder.resolve("missing"))) {
            Run run = run("report", "-f", "csv", "-o", output, wrong);
            assertEquals(1, run.status(), wrong.toString());
            assertEquals(1, run.errors().lines().count(), run.errors());
            assertTrue(run.errors().startsWith("timemory report: " + wrong + ": "), run.errors());
            assertFalse(Files.exists(output));
        }
        assertTrue(run("report", broken).errors().contains("is truncated at"));
    }

    @Test
    void aDirectoryOfDirectoriesNamesThose() throws IOException {
        Path a = results("a", 1, 0);
        Path b = results("b", 1, 0);
        Run run = run("report", folder);
        assertEquals(1, run.status());
        assertTrue(run.errors().endsWith("no results in this directory, but below it: name " + a + " or " + b + System.lineSeparator()),
                run.errors());
    }

    @Test
    void diffTellsChangesAndTheirSignificance() throws IOException {
        Path before = results("before", 100, 1e5);
        Path after = results("after", 120, 1e5);
        Run run = run("diff", before, after);
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().lines().anyMatch(line -> line.matches(" *solve +10 +100 ms +120 ms +\\+20\\.0 ms +\\+20\\.0 % "
                + "+<0\\.001 \\*")), run.output());
    }

    @Test
    void aThresholdThatIsExceededIsToldByTheStatus() throws IOException {
        Path before = results("before", 100, 1e5);
        Path after = results("after", 120, 1e5);
        Run run = run("diff", "-t", "wall_clock>5%", before, after);
        assertEquals(3, run.status());
        assertTrue(run.errors().contains("wall_clock>5% is exceeded by 'solve': total +20.0 %"), run.errors());
        assertEquals(0, run("diff", "-t", "wall_clock>25%", before, after).status());
        for (String limit : List.of("wall>10msec", "wall>10ms", "wall.total>10ms", "wall.sum>10ms", "wall.mean>1ms")) {
            assertEquals(3, run("diff", "-t", limit, before, after).status(), limit);
        }
        assertEquals(0, run("diff", "-t", "wall_clock>5%", after, before).status());
        assertEquals(3, run("diff", "-t", "wall_clock<-5%", after, before).status());
    }

    @Test
    void aChangeThatMayBeChanceExceedsNoThreshold() throws IOException {
        // Laps of 10 and 12 ms with a deviation of 9: such means differ often.
        Path before = results("before", 100, 9e6);
        Path after = results("after", 120, 9e6);
        Run run = run("diff", "-t", "wall_clock>5%", "--filter", "solve", "--metric", "wall_clock", before, after);
        assertFalse(run.errors().contains("'solve'"), run.errors());
    }

    @Test
    void wrongThresholdsAreRefused() throws IOException {
        Path results = results("a", 1, 0);
        assertTrue(run("diff", "-t", "faster", results, results).errors().contains("is not a threshold"));
        assertTrue(run("diff", "-t", "peak_rss>5%", results, results).errors().contains("neither side has a component peak_rss"));
        assertTrue(run("diff", "-t", "wall_clock>5parsec", results, results).errors().contains("not measured in 'parsec'"));
    }

    @Test
    void newAndVanishedRegionsAreMarked() throws IOException {
        ResultsBuilder other = new ResultsBuilder();
        add(other.graph(WALL), null, "other", 1, 5e6, 0);
        Run run = run("diff", "--json", results("a", 100, 0), write("b", other.build()));
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().contains("\"label\":\"other\",\"depth\":0,\"kind\":\"added\""), run.output());
        assertTrue(run.output().contains("\"label\":\"solve\",\"depth\":1,\"kind\":\"removed\""), run.output());
    }

    @Test
    void mergingAddsUpWhatAddsUpAndNothingElse() throws IOException {
        Run run = run("merge", "-o", folder.resolve("all"), "-f", "tree,text", results("a", 100, 1e5), results("b", 300, 1e5));
        assertEquals(0, run.status(), run.errors());
        Results merged = ResultFiles.read(folder.resolve("all"));
        CallGraphNode solve = merged.get("wall_clock").find("main", "solve");
        assertEquals(400_000_000L, solve.getInclusive().getExactSum());
        assertEquals(20, solve.getInclusive().getLaps());
        assertEquals(2, merged.getProcessCount());
        assertEquals(9.9e6, solve.getInclusive().getStatistics().get(0).getMin(), 1);
        assertEquals(30.1e6, solve.getInclusive().getStatistics().get(0).getMax(), 1);
        // Ten laps of 10 ms and ten of 30: the deviation of the whole is that of the two means and those around each.
        double variance = (18 * 1e10 + 20 * 1e14) / 19;
        assertEquals(Math.sqrt(variance), solve.getInclusive().getStatistics().get(0).getStandardDeviation(), 1e3);
        CallGraphNode utilization = merged.get("cpu_util").find("main");
        assertTrue(Double.isNaN(utilization.getInclusive().getSum()));
        assertEquals(80, utilization.getInclusive().getStatistics().get(0).getMax());
        assertEquals(2_000_000.0, merged.get("wall_clock").find("main").exclusive(0), 1);
    }

    @Test
    void ofSeveralRunsInADirectoryOneIsShownAndTheOthersAreNamed() throws IOException {
        Path directory = results("runs", 100, 0);
        record(directory, ".timemory.run", 11, 1_000, "wall.tree.json", "cpu_util.tree.json");
        Path second = write("runs/run-2", ResultFiles.read(results("other", 300, 0)));
        record(second, ".timemory.run", 12, 2_000, "wall.tree.json", "cpu_util.tree.json");
        Path third = write("runs/run-10", ResultFiles.read(results("third", 500, 0)));
        record(third, ".timemory.run", 13, 1_500, "wall.tree.json", "cpu_util.tree.json");
        Run run = run("report", "-m", "wall_clock", "--time-unit", "msec", directory);
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().contains("301.000") && !run.output().contains("101.000") && !run.output().contains("501.000"),
                run.output());
        assertTrue(run.errors().contains("showing the run that was written last, '" + second + "' (process 12, java Main"), run.errors());
        assertTrue(run.errors().contains("there are also '" + third + "' (process 13")
                && run.errors().contains("'" + directory + "' (process 11"), run.errors());
        assertTrue(run("report", "-m", "wall_clock", "--time-unit", "msec", third).output().contains("501.000"));
        assertEquals("", run("report", third).errors());
    }

    @Test
    void twoProgramsInOneDirectoryAreNotMixed() throws IOException {
        Path directory = results("mixed", 100, 0);
        Files.move(directory.resolve("wall.tree.json"), directory.resolve("first-wall.tree.json"));
        Files.copy(results("mixed2", 300, 0).resolve("wall.tree.json"), directory.resolve("second-wall.tree.json"));
        Files.copy(results("mixed3", 500, 0).resolve("wall.tree.json"), directory.resolve("wall-77.tree.json"));
        int time = 0;
        for (String name : List.of("cpu_util.tree.json", "second-wall.tree.json", "wall-77.tree.json", "first-wall.tree.json")) {
            Files.setLastModifiedTime(directory.resolve(name), FileTime.fromMillis(1_000_000 + 1_000 * time++));
        }
        Run run = run("report", "--time-unit", "msec", directory);
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().contains("101.000") && !run.output().contains("301.000"), run.output());
        for (String name : List.of("first-wall", "second-wall", "wall-77", "cpu_util")) {
            assertTrue(run.errors().contains(name), run.errors());
        }
    }

    private static void record(Path folder, String name, int process, long time, String... files) throws IOException {
        StringBuilder text =
                new StringBuilder("timemory run 1\nprogram=java Main\nprocess=" + process + "\nsession=1\nstate=complete\nwritten=then\n");
        for (String file : files) {
            text.append("file=").append(file).append('\n');
        }
        Files.writeString(folder.resolve(name), text);
        Files.setLastModifiedTime(folder.resolve(name), FileTime.fromMillis(time * 1000));
    }

    @Test
    void ofSingleLapsADifferenceIsNamedButExceedsNothingUnlessAskedFor() throws IOException {
        Path before = results("before", 100, 1e5);
        Path after = results("after", 120, 1e5);
        String[] threshold = {"diff", "-t", "wall_clock>5%", "--depth", "1", before.toString(), after.toString()};
        Run run = run((Object[]) threshold);
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.errors().contains("wall_clock>5% may be exceeded by 'main': total +19.8 %, or this is chance"), run.errors());
        Run counted = run("diff", "--single-calls", "-t", "wall_clock>5%", "--depth", "1", before, after);
        assertEquals(3, counted.status());
        assertTrue(counted.errors().contains("wall_clock>5% is exceeded by 'main'"), counted.errors());
    }

    @Test
    void whatAFileDoesNotTellIsADash() throws IOException {
        Path results = results("a", 100, 1e5);
        assertEquals(0, run("report", "-f", "speedscope,collapsed,flamegraph", "-o", folder, results).status());
        for (String file : List.of("results.speedscope.json", "wall.collapsed")) {
            Run run = run("report", "--tables", "--time-unit", "msec", folder.resolve(file));
            assertTrue(run.output().lines().anyMatch(line -> line.matches("\\| >>> \\|_solve +\\| +- \\| +1 \\|.*\\| +- \\| +- \\| +- "
                    + "\\| +- \\| +- \\| +100.0 \\|")), run.output());
        }
        Run trace = run("report", "--tables", "--time-unit", "msec", folder.resolve("wall.flamegraph.json"));
        assertTrue(trace.output().lines().anyMatch(line -> line.matches("\\| >>> \\|_solve +\\| +10 \\| +1 \\|.*10\\.000 \\| +- \\| +- "
                + "\\| +- \\| +- \\| +100.0 \\|")), trace.output());
        // And stays so, written and read again.
        assertEquals(0, run("report", "-f", "tree,csv", "-o", folder.resolve("again"), folder.resolve("results.speedscope.json")).status());
        for (String file : List.of("wall.tree.json", "results.csv")) {
            assertTrue(run("report", "--tables", folder.resolve("again").resolve(file)).output().lines()
                    .anyMatch(line -> line.matches("\\| >>> \\|_solve +\\| +- \\|.*")), file);
        }
    }
}
