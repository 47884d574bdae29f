package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("java17")
class LaunchTest {
    @TempDir
    Path folder;

    @Test
    void everyCallOfAFunctionIsALapBelowItsCaller() throws Exception {
        Programs.Outcome plain = Programs.java(folder, List.of("-cp", Programs.CLASS_PATH), "programs.Recursion", "3", "100");
        Programs.Outcome run = Programs.run(folder, "include=^programs;throttle=false", "programs.Recursion", "3", "100");
        assertEquals(0, run.status(), run.errors());
        assertEquals(plain.output(), run.output());
        assertEquals("", run.errors());
        String table = run.file("wall.txt");
        assertTrue(table.matches("(?s).*>>> programs.Recursion.main +\\| +1 \\| +0 .*"), table);
        for (int depth = 1; depth <= 3; depth++) {
            assertTrue(table.matches("(?s).*\\|_programs.Recursion.descend +\\| +100 \\| +" + depth + " .*"), table);
        }
    }

    @Test
    void aCallGraphOfThousandsOfLevelsIsReported() throws Exception {
        String options = "include=^programs;throttle=false;report;set=max_depth=20000";
        Programs.Outcome run = Programs.run(folder, options, "programs.Recursion", "2000", "5");
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.errors().matches("(?s).*%.*10,000  programs.Recursion.descend.*"), run.errors());
    }

    @Test
    void whatThreadsDoHangsBelowTheirOwnFunctionsAndNotBelowThoseOfTheMainThread() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=^programs;throttle=false", "programs.Workers");
        assertEquals(0, run.status(), run.errors());
        Table table = Table.of(run);
        assertEquals(List.of(0), table.depths("programs.Workers$Worker.run"));
        assertEquals(List.of(0, 1), table.depths("programs.Served.step").stream().sorted().toList());
        assertEquals(4, table.count("programs.Served.step"));
    }

    @Test
    void misspeltComponentsAreReportedOnceAndTheOthersMeasured() throws Exception {
        Programs.Outcome run =
                Programs.run(folder, "include=^programs;throttle=false;components=wal_clock,trip_count", "programs.Recursion", "3", "10");
        assertEquals(0, run.status(), run.errors());
        assertEquals("timemory: components 'wal_clock,trip_count': there is no component 'wal_clock'; the nearest is 'wall_clock' "
                + "(`timemory avail` lists them all);"
                + " measured: trip_count\n", run.errors());
        assertTrue(run.file("trip_count.txt").contains("programs.Recursion.descend"));
        Programs.Outcome none =
                Programs.run(folder, "include=^programs;throttle=false;components=wal_clock", "programs.Recursion", "3", "10");
        assertTrue(none.errors().endsWith("; measured: wall_clock\n"), none.errors());
        assertEquals(30, Table.of(none).count("programs.Recursion.descend"));
    }

    @Test
    void misspeltSettingsOfComponentsAreReportedToo() throws Exception {
        String profile =
                "-javaagent:" + Programs.AGENT + "=profile=methods;include=^programs;throttle=false;set=PROFILER_COMPONENTS=trip_cuont";
        Programs.Outcome run = Programs.java(folder, List.of(profile, "-cp", Programs.CLASS_PATH), "programs.Recursion", "3", "10");
        assertTrue(run.errors().contains("TIMEMORY_PROFILER_COMPONENTS: there is no component 'trip_cuont'; the nearest is 'trip_count'"),
                run.errors());
        assertTrue(run.file("wall.txt").contains("Recursion.descend"), run.errors());
    }
}
