package timemory.history.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.history.store.HistoryFile;
import timemory.history.store.RunFacts;
import timemory.tools.TimemoryCommand;
import timemory.tools.read.ResultFiles;

class HistoryCommandTest {
    @TempDir
    Path folder;

    private record Outcome(int status, String out, String messages) {}

    private Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter messages = new StringWriter();
        List<String> all = new ArrayList<>(List.of("history", arguments[0], "--file", folder.resolve("h.duckdb").toString()));
        all.addAll(List.of(arguments).subList(1, arguments.length));
        int status = TimemoryCommand.run(all, new PrintWriter(out), new PrintWriter(messages));
        return new Outcome(status, out.toString(), messages.toString());
    }

    /** Adds sixty runs of sixty regions, each with two percent noise; "region 7" is slower by {@code slowdown} from run 31 on. */
    private void addRuns(long seed, double slowdown) throws IOException {
        Random random = new Random(seed);
        try (HistoryFile history = HistoryFile.create(folder.resolve("h.duckdb"))) {
            for (int i = 0; i < 60; i++) {
                StringBuilder stacks = new StringBuilder();
                for (int region = 0; region < 60; region++) {
                    double sum = 1e6 * (1 + region) * (1 + 0.02 * random.nextGaussian()) * (region == 7 && i >= 30 ? 1 + slowdown : 1);
                    stacks.append("main;part ").append(region % 6).append(";region ").append(region).append(' ').append(Math.round(sum))
                            .append('\n');
                }
                Path file = Files.writeString(folder.resolve("run" + i + ".collapsed"), stacks.toString());
                Instant at = Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofMinutes(i));
                history.add(new RunFacts(at, "commit" + i, "main", "m", "p", Map.of()), ResultFiles.readRun(List.of(file)), "");
            }
        }
    }

    @Test
    void aSlowdownOfEightPercentIsFoundAtItsCommit() throws IOException {
        addRuns(5, 0.08);
        Path page = folder.resolve("changes.html");
        Outcome regress = run("regress", "--last", "40", "--html", page.toString());
        assertEquals(3, regress.status, regress.messages);
        assertTrue(regress.messages.contains(page.toString()), regress.messages);
        assertEquals(60, Files.readString(page).split("<circle", -1).length - 1, "a picture of what changed, and of nothing else");
        assertTrue(regress.out.startsWith("1 significant change in 67 regions over 60 runs:\n"), regress.out);
        String change = regress.out.lines().skip(2).findFirst().orElseThrow();
        assertTrue(change.matches(" ?\\+(7|8|9)\\.\\d %.*main/part 1/region 7  samples.*"), change);
        String[] range = change.substring(change.indexOf("or another of ") + 14).split("\\.\\.");
        assertTrue(Integer.parseInt(range[0].substring(6)) < 30 && 30 <= Integer.parseInt(range[1].substring(6)), change);
        assertEquals(0, run("regress", "--last", "10").status, "it was before");
        assertEquals(0, run("regress", "--last", "40", "--less-is-worse").status);
        Outcome trend = run("trend", "region 7");
        assertEquals(0, trend.status);
        assertTrue(trend.out.startsWith("main/part 1/region 7, total of samples, 60 runs of p on m, branch main\n"), trend.out);
        assertTrue(trend.out.lines().skip(1).findFirst().orElseThrow().matches("[\u2581-\u2588]{60}  [7-9],[\\d,]+ to [\\d,]+"), trend.out);
        assertEquals(5, trend.out.lines().filter(line -> !line.isBlank()).count(), "the same change, and no other\n" + trend.out);
    }

    @Test
    void inSixtyRunsWithoutOneNothingIsFound() throws IOException {
        addRuns(6, 0.0);
        Outcome regress = run("regress", "--last", "60");
        assertEquals(0, regress.status, regress.out);
        assertEquals("no significant changes in 67 regions over 60 runs\n", regress.out);
    }

    @Test
    void aRunIsNamedAfterWhatRanAndNotAfterTheJvmOrPython() throws IOException {
        Map<String, String> programs =
                Map.of("java com.acme.Multiply", "com.acme.Multiply", "python3 train.py", "train.py", "solver", "solver");
        int runs = 0;
        for (Map.Entry<String, String> program : programs.entrySet()) {
            Path results = Files.createDirectories(folder.resolve("results-" + runs));
            Files.writeString(results.resolve("samples.collapsed"), "main " + ++runs + "\n");
            Files.writeString(results.resolve("metadata.json"),
                    "{\"timemory\": {\"metadata\": {\"info\": {\"PROGRAM\": \"" + program.getKey() + "\"}}}}");
            assertEquals(0, run("add", "--machine", "m", results.resolve("samples.collapsed").toString()).status);
        }
        String list = run("list").out;
        for (String name : programs.values()) assertTrue(list.contains(" " + name + " "), list);
        assertFalse(list.contains("java ") || list.contains("python3"), list);
    }

    @Test
    void runsOfOtherMachinesParametersAndBranchesAreNotCompared() throws IOException {
        for (int i = 0; i < 20; i++) {
            Path file = Files.writeString(folder.resolve("run.collapsed"), "main " + (i % 2 == 0 ? 1000 + i : 5000 + i) + "\n");
            String[] common =
                    {"add", "--commit", "c" + i, "--time", "2026-01-0" + (1 + i / 10) + "T0" + i % 10 + ":00:00Z", file.toString()};
            List<String> all = new ArrayList<>(List.of(common));
            all.addAll(List.of("--branch", i < 16 ? "main" : "other", "--machine", i % 4 < 2 ? "a" : "b", "-p", "size=" + i % 2));
            assertEquals(0, run(all.toArray(String[]::new)).status);
        }
        assertTrue(run("regress").out.startsWith("no significant changes in"));
        Outcome trend = run("trend", "main", "--branch", "main", "-p", "size=1", "--values");
        assertEquals(2, trend.out.lines().filter(line -> line.contains(" runs of ")).count(), trend.out);
        assertTrue(trend.out.contains("4 runs of unknown on a, branch main, size=1") && !trend.out.contains("size=0"), trend.out);
        assertEquals(2, run("trend", "main", "--branch", "none").status);
    }

    @Test
    void regionsGrowWithAParameterAsTheyDo() throws IOException {
        for (int threads : new int[] {1, 2, 4, 8}) {
            for (int i = -1; i <= 1; i++) {
                Path file = Files.writeString(folder.resolve("run.collapsed"),
                        "main;ideal " + (8000 / threads + 10 * i) + "\nmain;same " + (700 + i) + "\n");
                assertEquals(0, run("add", "--machine", "m", "-p", "threads=" + threads, "-p", "size=1", file.toString()).status);
            }
        }
        Outcome scale = run("scale", "--by", "threads", "ideal");
        assertEquals(0, scale.status, scale.messages);
        assertTrue(scale.out.startsWith("main/ideal, total of samples by threads, unknown on m, size=1\n"), scale.out);
        assertTrue(scale.out.lines().anyMatch(line -> line.matches(" +8 +3 +1,000 +10 +8\\.00 +100 %")), scale.out);
        assertTrue(scale.out.contains("\ngrows as 8,000 * threads^-1\n"), scale.out);
        Outcome weak = run("scale", "--by", "threads", "same", "--weak");
        assertTrue(weak.out.lines().anyMatch(line -> line.matches(" +8 +3 +700 +1 +1\\.00 +100 %")), weak.out);
        Outcome size = run("scale", "--by", "threads", "same", "--size");
        assertTrue(size.out.lines().anyMatch(line -> line.matches(" +8 +3 +700 +1 +- +-")), size.out);
        assertEquals(2, run("scale", "--by", "threads", "--weak", "--size").status);
        assertTrue(run("scale", "--by", "thread").messages.contains("no selected run has a parameter thread"));
        run("add", "--again", "--machine", "m", "-p", "threads=many", "-p", "size=1", folder.resolve("run.collapsed").toString());
        assertTrue(run("scale", "--by", "threads").messages.contains("parameter threads is 'many', not a number, in a run"));
    }

    @Test
    void allRegionsAreListedByWhatTheyWouldTakeAtTheEnd() throws IOException {
        for (int threads : new int[] {1, 2, 4, 8, 16}) {
            Path file = Files.writeString(folder.resolve("run.collapsed"),
                    "main;ideal " + 160000 / threads + "\nmain;same 700\nmain;worse " + 10 * threads * threads + "\n");
            assertEquals(0, run("add", "--machine", "m", "-p", "threads=" + threads, file.toString()).status);
        }
        Path page = folder.resolve("scaling.html");
        Outcome scale = run("scale", "--by", "threads", "--all", "--at", "32,1000", "--html", page.toString());
        assertEquals(0, scale.status, scale.messages);
        List<String> lines = scale.out.lines().map(line -> line.replaceAll(" {2,}", "|")).toList();
        assertEquals("total of samples by threads, unknown on m", lines.get(0));
        assertEquals("region|at 1|at 16|efficiency|would be at 32|would be at 1,000|error|grows as", lines.get(1));
        List<String> nested = lines.stream().filter(line -> line.startsWith("main/")).toList();
        assertEquals("main/worse|10|2,560|0 %|10,240 (10,240 to 10,240)|10.0 M (10.0 M to 10.0 M) !|0.0 %|10 * threads^2",
                nested.get(0));
        assertEquals("main/same|700|700|6 %|700 (700 to 700)|700 (700 to 700) !|0.0 %|700", nested.get(1));
        assertEquals("main/ideal|160,000|10,000|100 %|5,000 (5,000 to 5,000)|160 (160 to 160) !|0.0 %|160,000 * threads^-1", nested.get(2));
        assertEquals(4, Files.readString(page).split("<svg", -1).length - 1);
    }

    @Test
    void aSparklineHasItsScaleAndValuesHaveUnits() throws IOException {
        for (int i = 0; i < 4; i++) {
            Path file = Files.writeString(folder.resolve("run" + i + ".collapsed"), "main " + (1000 + 100 * i) + "\n");
            assertEquals(0, run("add", "--machine", "m", "--branch", "main", file.toString()).status);
        }
        List<String> lines = run("trend", "main").out.lines().toList();
        assertEquals("\u2581\u2583\u2586\u2588  1,000 to 1,300", lines.get(1));
        assertTrue(lines.get(2).startsWith("from run  time (UTC)"), lines.get(2));
        assertEquals(List.of("region  metric   calls  total", "main    samples      -  1,000"), run("show", "1").out.lines().toList());
    }

    @Test
    void oneOfAKindIsNotAPlural() throws IOException {
        Path file = Files.writeString(folder.resolve("run.collapsed"), "main 5\n");
        assertEquals(0, run("add", file.toString()).status);
        assertEquals("no significant changes in 1 region over 1 run\n", run("regress").out);
        assertTrue(run("gc", "--remove", "1").out.startsWith("1 run removed, "));
    }

    @Test
    void helpHasNoWarningsOfItsLibrary() {
        PrintStream before = System.err;
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        try {
            for (String command : List.of("add", "list", "show", "trend", "regress", "scale", "query", "export", "gc")) {
                StringWriter out = new StringWriter();
                TimemoryCommand.run(List.of("history", command, "--help"), new PrintWriter(out), new PrintWriter(out));
                assertTrue(out.toString().contains("Usage: timemory history " + command) && !out.toString().contains("%%"), out.toString());
            }
        } finally {
            System.setErr(before);
        }
        assertEquals("", warnings.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aRunIsKeptOnceUnlessThatIsAskedFor() throws IOException {
        Path file = Files.writeString(folder.resolve("run.collapsed"), "main 5\n");
        assertEquals(0, run("add", file.toString()).status);
        Outcome again = run("add", file.toString());
        assertTrue(again.messages.contains("is run 1 already (--again adds it again)"), again.messages);
        assertEquals(0, run("add", "--again", file.toString()).status);
        assertEquals(3, run("list").out.lines().count());
    }

    @Test
    void whatIsAskedForWronglyIsSaidInTheWordsOfTheCommand() throws IOException {
        Outcome none = run("list");
        assertEquals(1, none.status);
        assertTrue(none.messages.contains("h.duckdb: no such file"), none.messages);
        Path file = Files.writeString(folder.resolve("run.collapsed"), "main;solve 5\n");
        run("add", file.toString());
        assertTrue(run("trend", "Solv").messages.contains("no run has a region Solv; there is solve"));
        assertTrue(run("trend", "solve", "-m", "wall_clock").messages.contains("no run has wall_clock; there is samples"));
        assertTrue(run("show", "9").messages.contains("there is no run 9"));
        assertTrue(run("add", "--time", "yesterday", file.toString()).messages.contains("--time yesterday: write it as"));
        assertTrue(run("regress", "--rate", "2").messages.contains("--rate 2.0: must be between 0 and 1"));
        assertTrue(run("export", folder.resolve("x.txt").toString()).messages.contains("name it NAME.parquet or NAME.csv"));
        assertTrue(run("gc", "--remove", "7").messages.contains("there is no run 7"));
        assertEquals(1, run("query", "select nothing").status);
        assertEquals(1, run("add", folder.resolve("missing").toString()).status);
        assertEquals(0, run("list").status, "nothing was lost");
    }

    @Test
    void allValuesCanBeTakenElsewhere() throws IOException {
        run("add", "--commit", "c", Files.writeString(folder.resolve("run.collapsed"), "main;\"a, b\" 5\nmain 2\n").toString());
        Path csv = folder.resolve("all.csv");
        assertEquals(0, run("export", csv.toString()).status);
        List<String> lines = Files.readAllLines(csv);
        assertEquals("run,ended,commit,branch,machine,program,parameters,metric,unit,path,laps,sum", lines.get(0));
        assertEquals(3, lines.size());
        assertTrue(lines.stream().anyMatch(line -> line.contains("\"main/\"\"a, b\"\"\"") && line.endsWith(",5.0")), lines.toString());
        assertEquals(2, run("export", csv.toString()).status, "nothing is written over");
        Path parquet = folder.resolve("all.parquet");
        assertEquals(0, run("export", parquet.toString()).status);
        assertEquals("PAR1", new String(Files.readAllBytes(parquet), 0, 4));
        assertEquals("path,sum\nmain,7.0\n", run("query", "--csv",
                "select path[1] as path, sum from measured join regions using (region) where len(path) = 1").out);
    }
}
