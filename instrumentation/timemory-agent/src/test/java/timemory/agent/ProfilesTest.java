package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {
    @TempDir
    Path folder;

    @Test
    void aTraceTellsEachCallWithItsBegin() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=Recursion;trace;throttle=false", "programs.Recursion", "2", "3");
        assertEquals("", run.errors());
        String trace = run.file("wall.flamegraph.json");
        Matcher ends = Pattern.compile("\"name\":\"programs.Recursion.descend\",\"ph\":\"([BE])\"").matcher(trace);
        int open = 0;
        int outer = 0;
        int all = 0;
        while (ends.find()) {
            if (ends.group(1).equals("E")) {
                open--;
                continue;
            }
            all++;
            if (open++ == 0) outer++;
        }
        assertEquals(0, open, trace);
        assertEquals(6, all, trace);
        assertEquals(3, outer, trace);
        assertTrue(Files.size(run.results().resolve("results.perfetto-trace")) > 0);
    }

    @Test
    void aTraceThatIsFullGoesOnCounting() throws Exception {
        Programs.Outcome run =
                Programs.run(folder, "include=descend;trace;throttle=false;set=MAX_NODES=10;set=TEXT_OUTPUT=true", "programs.Recursion",
                        "1", "25");
        assertTrue(run.errors().contains("TIMEMORY_MAX_NODES=10"), run.errors());
        Matcher rows = Pattern.compile("\\| >>> \\S.*? +\\| +(\\d+) \\|").matcher(run.file("wall.txt"));
        int laps = 0;
        while (rows.find()) laps += Integer.parseInt(rows.group(1));
        assertEquals(25, laps);
    }

    @Test
    void theProfileOfMethodsTakesAllFunctionsWithTheirPlaces() throws Exception {
        Programs.Outcome run = Programs.run(folder, "profile=methods;include=^programs;throttle=false", "programs.Shop");
        String table = run.file("wall.txt");
        for (String label : new String[] {"Shop$Desk.sell", "Shop$Desk.pack", "Shop$Shelf.<init>"}) {
            assertTrue(Pattern.compile("programs\\." + Pattern.quote(label) + " \\[Shop.java:\\d+]").matcher(table).find(),
                    label + " in " + table);
        }
    }

    @Test
    void aTraceFitsIntoASmallHeap() throws Exception {
        Programs.Outcome run = Programs.java(
                folder,
                List.of("-Xmx48m", "-javaagent:" + Programs.AGENT + "=include=descend;trace;throttle=false", "-cp", Programs.CLASS_PATH),
                "programs.Recursion", "3", "40000");
        assertEquals(0, run.status(), run.errors());
        // One node per 4 KB of heap, which is what a collector leaves of 48 MB.
        Matcher most = Pattern.compile("^timemory: the call graph has reached TIMEMORY_MAX_NODES=(\\d+) nodes").matcher(run.errors());
        assertTrue(most.find() && Integer.parseInt(most.group(1)) > 10_000 && Integer.parseInt(most.group(1)) <= 12_288, run.errors());
        assertTrue(Files.size(run.results().resolve("wall.flamegraph.json")) > 100_000);
    }
}
