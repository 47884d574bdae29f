package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes are woven again while the program runs. */
class ReweaveTest {
    @TempDir
    private Path folder;

    @Test
    void functionsThatAreNoLongerMeasuredLoseTheirHooks() throws Exception {
        assertLosesItsHooks();
        // The second time the class comes from the cache.
        assertLosesItsHooks();
    }

    private void assertLosesItsHooks() throws Exception {
        Path log = Files.createTempFile(folder, "redefined", ".log");
        // On a busy machine even these calls are occasionally long on average.
        String asBrief = "-Dtimemory.throttle_value=" + Integer.MAX_VALUE;
        Programs.Outcome run = Programs.java(folder, List.of("-Xlog:redefine+class+load=info:file=" + log, asBrief,
                "-javaagent:" + Programs.AGENT + "=include=^programs.Throttled;report", "-cp", Programs.CLASS_PATH), "programs.Throttled",
                log.toString());
        assertEquals(0, run.status(), run.errors());
        assertEquals(10_000, Table.of(run).count("programs.Throttled.brief"));
        assertEquals(2, Table.of(run).count("programs.Throttled.callOften"), "the others are measured as before");
        assertTrue(run.errors().contains("timemory: 1 function was called often and took little time, and was no longer measured after a "
                + "while (--no-throttle measures it); the code of 1 was restored"), run.errors());
        assertTrue(
                run.file("wall.txt")
                        .contains("1 function was called often and took little time, so calls after the first ones are missing"),
                run.file("wall.txt"));
        assertTrue(run.file("results.timemory.json").matches("(?s).*\"AGENT_THROTTLED\": ?\"programs\\.Throttled\\.brief\".*"),
                run.file("results.timemory.json"));
    }

    @Test
    void functionsOfALargeProgramAreMeasuredFromWhenSamplesShowThem() throws Exception {
        Path log = folder.resolve("log");
        Programs.Outcome run = large(List.of("-Xlog:redefine+class+load=info:file=" + log, "-javaagent:" + Programs.AGENT + "=report"),
                log.toString());
        Table table = Table.of(run);
        assertEquals(1, table.count("large.Main.main"));
        assertEquals(1, table.count("large.C0.f0"), "the first classes are measured from the start");
        assertEquals(0, table.count("large.C29.f0"), "runs once");
        int calls = Integer.parseInt(run.output().strip());
        int measured = table.count("large.Hot.work");
        assertTrue(measured > 0 && measured < calls, measured + " of " + calls);
        assertTrue(run.errors().matches("(?s).*timemory: the first 10\\d functions were measured from the start, others from when samples "
                + "showed that they take time: \\d+ from [0-9.]+ s.*"), run.errors());
        assertTrue(run.errors().matches("(?s).*large\\.Hot\\.work \\(from [0-9.]+ s on\\).*"), run.errors());
        assertTrue(run.file("wall.txt").contains("count only from when one did"), run.file("wall.txt"));
        assertTrue(run.file("results.timemory.json").matches("(?s).*\"AGENT_MEASURED_LATER\": ?\"[^\"]*large\\.Hot\\.work.*"),
                run.file("results.timemory.json"));
    }

    @Test
    void allFunctionsOfALargeProgramAreMeasuredOnRequest() throws Exception {
        Programs.Outcome run = large(List.of("-javaagent:" + Programs.AGENT + "=all-functions;report"), "");
        Table table = Table.of(run);
        for (String label : List.of("large.Main.main", "large.C0.f0", "large.C29.f0")) assertEquals(1, table.count(label), label);
        assertEquals(Integer.parseInt(run.output().strip()), table.count("large.Hot.work"));
        assertFalse(run.errors().contains("samples"), run.errors());
    }

    /** Runs a program of 120 functions that are called once, and one that is called until the log says that its class was changed. */
    private Programs.Outcome large(List<String> flags, String log) throws Exception {
        Map<String, String> sources = new HashMap<>();
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            StringBuilder functions = new StringBuilder();
            for (int k = 0; k < 4; k++) {
                functions.append("static int f").append(k).append("(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n");
                calls.append("sum += C").append(i).append(".f").append(k).append("(5);\n");
            }
            sources.put("large/C" + i + ".java", "package large; class C" + i + " {\n" + functions + "}\n");
        }
        sources.put("large/Hot.java", HOT);
        sources.put("large/Main.java", LARGE.replace("CALLS", calls));
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of("-cp", Built.compile(folder, "", sources).toString()));
        Programs.Outcome run = Programs.java(folder, all, "large.Main", log);
        assertEquals(0, run.status(), run.errors());
        return run;
    }

    private static final String HOT = """
            package large;

            class Hot {
                static long work(long seed) {
                    long value = seed;
                    for (int i = 0; i < 1_000_000; i++) value = value * 31 + i;
                    return value;
                }
            }
            """;

    private static final String LARGE = """
            package large;

            import java.nio.file.Files;
            import java.nio.file.Files;
import java.nio.file.Path;

            public class Main {
                public static void main(String[] arguments) throws Exception {
                    long sum = 0;
                    CALLS
                    int calls = 0;
                    long end = System.nanoTime() + 120_000_000_000L;
                    while (!arguments[0].isEmpty() && !isChanged(arguments[0]) && System.nanoTime() < end) {
                        for (int i = 0; i < 10; i++, calls++) sum += Hot.work(calls);
                    }
                    for (int i = 0; i < 10; i++, calls++) sum += Hot.work(calls);
                    System.out.println(sum == 42 ? 0 : calls);
                }

                private static boolean isChanged(String log) throws Exception {
                    return Files.readString(Path.of(log)).contains("large.Hot");
                }
            }
            """;
}
