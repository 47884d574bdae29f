package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.agent.rewrite.Rewriter;

class LinesTest {
    private static final Path SOURCES = Path.of("src/test/java").toAbsolutePath();

    @TempDir
    Path folder;

    private static int lineOf(String text) throws Exception {
        List<String> source = Files.readAllLines(SOURCES.resolve("programs/HotLines.java"));
        for (int i = 0; i < source.size(); i++) if (source.get(i).contains(text)) return i + 1;
        throw new AssertionError(text);
    }

    /** The value {@code name} of each line. */
    private static Map<Integer, Double> values(String json, String function, String name) {
        String part = json.substring(json.indexOf("\"function\":\"programs.HotLines." + function + '"'));
        int end = part.indexOf("\"function\":", 1);
        Matcher lines =
                Pattern.compile("\"line\":(\\d+),[^{}]*?\"" + name + "\":(-?[0-9.E]+)").matcher(end < 0 ? part : part.substring(0, end));
        Map<Integer, Double> values = new TreeMap<>();
        while (lines.find()) values.put(Integer.parseInt(lines.group(1)), Double.parseDouble(lines.group(2)));
        return values;
    }

    @Test
    void hitsAreCountedAndTimesIncludeWhatLinesCall() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=^programs;profile=lines;source-path=" + SOURCES, "programs.HotLines", "40");
        assertEquals(0, run.status(), run.errors());
        assertEquals("", run.errors());
        String json = run.file("lines.json");
        Map<Integer, Double> hits = values(json, "main", "hits");
        assertEquals(41, hits.get(lineOf("i < rounds")));
        assertEquals(40, hits.get(lineOf("sum += cheap(i)")));
        assertEquals(40, values(json, "cheap", "hits").get(lineOf("return i;")));
        assertEquals(40, values(json, "dear", "hits").get(lineOf("j < 200_000")));
        Map<Integer, Double> times = values(json, "main", "wall_clock");
        double inside = values(json, "dear", "wall_clock").values().stream().mapToDouble(time -> time).sum();
        assertTrue(inside > 0 && times.get(lineOf("sum += dear(i)")) >= inside, json);
        String text = run.file("lines.txt");
        assertTrue(text.matches("(?s).*\\| +40 \\| [^\\n]*sum \\+= dear\\(i\\);\\n.*"), text);
        assertTrue(text.contains(SOURCES.resolve("programs/HotLines.java").toString()), text);
    }

    @Test
    void aProgramThatWasRewrittenMeasuresItsLinesAsTheAgentDoes() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes/programs")).getParent();
        try (var in = LinesTest.class.getResourceAsStream("/programs/HotLines.class")) {
            Files.write(classes.resolve("programs/HotLines.class"), in.readAllBytes());
        }
        List<String> options = List.of("include=^programs", "profile=lines", "source-path=" + SOURCES);
        Path rewritten = folder.resolve("rewritten");
        new Rewriter(classes, options, Path.of(Programs.AGENT)).write(rewritten);
        Programs.Outcome ahead = Programs.java(folder, List.of("-cp", rewritten.toString()), "programs.HotLines", "40");
        assertEquals(0, ahead.status(), ahead.errors());
        assertEquals("", ahead.errors());
        Programs.Outcome agent = Programs.run(folder, String.join(";", options), "programs.HotLines", "40");
        for (String function : List.of("main", "cheap", "dear", "fibonacci")) {
            assertEquals(values(agent.file("lines.json"), function, "hits"), values(ahead.file("lines.json"), function, "hits"), function);
        }
        assertEquals(41, values(ahead.file("lines.json"), "main", "hits").get(lineOf("i < rounds")));
        assertTrue(ahead.file("lines.txt").matches("(?s).*\\| +40 \\| [^\\n]*sum \\+= dear\\(i\\);\\n.*"), ahead.file("lines.txt"));
    }

    @Test
    void inRecursionNoTimeIsCountedTwice() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=fibonacci;profile=lines;source-path=" + SOURCES, "programs.HotLines", "1");
        String json = run.file("lines.json");
        Map<Integer, Double> hits = values(json, "fibonacci", "hits");
        // fibonacci(10) makes 177 calls, of which 88 call
        assertEquals(177, hits.get(lineOf("if (n < 2)")));
        assertEquals(88, hits.get(lineOf("int before")));
        Map<Integer, Double> times = values(json, "fibonacci", "wall_clock");
        Matcher total = Pattern.compile("\"total\":\\{\"wall_clock\":(\\d+)").matcher(json);
        assertTrue(total.find());
        for (double time : times.values()) assertTrue(time <= Double.parseDouble(total.group(1)), json);
    }

    @Test
    void theConsoleShowsLinesInPlaceOfTables() throws Exception {
        Programs.Outcome run =
                Programs.run(folder, "include=cheap;profile=lines;set=COUT_OUTPUT=true;source-path=" + SOURCES, "programs.HotLines", "7");
        assertTrue(run.output().contains("| " + "        return i;\n"), run.output());
        assertFalse(run.output().contains(">>>"), run.output());
    }

    /** When it resumes, it runs through its first line. */
    @Test
    void aSuspendedFunctionIsOnNoLine() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=Steps.steps;profile=lines", "programs.SuspendingSteps");
        assertEquals("3\n", run.output());
        assertEquals("", run.errors());
        Map<Integer, Double> hits =
                values(run.file("lines.json").replace("programs.SuspendingSteps.", "programs.HotLines."), "steps", "hits");
        assertEquals(3, hits.get(16), () -> "delay in " + hits);
        assertEquals(3, hits.get(17), () -> "behind it in " + hits);
        assertTrue(hits.get(13) >= 4, () -> "the begin in " + hits);
    }

    @Test
    void withoutSourceLinesAreToldByNumber() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=cheap;profile=lines", "programs.HotLines", "7");
        String text = run.file("lines.txt");
        assertTrue(text.contains("programs.HotLines.cheap  HotLines.java (source not found)"), text);
        assertTrue(text.matches("(?s).* " + lineOf("return i;") + " \\| +7 \\|.*"), text);
    }

    @Test
    void othersOptionsThanThoseOfLinesAreRefused() throws Exception {
        Programs.Outcome run = Programs.run(folder, "profile=lines;loops", "programs.HotLines", "1");
        assertEquals("timemory: profile=lines measures lines only: remove loops: nothing is measured\n", run.errors());
    }
}
