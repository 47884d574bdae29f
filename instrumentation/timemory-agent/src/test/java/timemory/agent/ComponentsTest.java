package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Timemory;
import timemory.agent.option.AgentOptions;
import timemory.settings.SettingsBuilder;

/** The components of functions: the cases shared by all entry points, and their outcome. */
class ComponentsTest {
    private static final Path CASES = Path.of("../../verification/component-choice/cases.txt");

    @TempDir
    Path folder;

    private record Case(String first, String second, String global, String measured, String unknown) {
        static Case of(String line) {
            String[] cells = line.split("\\|", -1);
            return new Case(cells[0].strip(), cells[1].strip(), cells[2].strip(), cells[3].strip(),
                    cells.length > 4 ? cells[4].strip() : "");
        }

        String ids() {
            return switch (measured) {
                case "nothing" -> "none";
                case "usual" -> "wall_clock";
                default -> measured;
            };
        }
    }

    private static List<Case> cases() throws IOException {
        return Files.readAllLines(CASES).stream().filter(line -> line.contains("|") && !line.startsWith("#")).map(Case::of).toList();
    }

    /** The components that functions are measured with, with agent {@code options} and in a session with {@code settings}. */
    private static String chosen(List<String> options, Map<String, String> settings) {
        SettingsBuilder builder = new SettingsBuilder();
        builder.set("AUTO_OUTPUT", "false");
        settings.forEach((name, value) -> {
            if (!value.isEmpty()) builder.set(name, value);
        });
        Timemory.init(builder);
        try {
            AgentOptions parsed = AgentOptions.parse(options);
            parsed.chooseComponents();
            return parsed.components;
        } finally {
            Timemory.finalize();
        }
    }

    @Test
    void settingsChooseThemAsEverywhere() throws IOException {
        Map<String, List<String>> first = Map.of("TRACE_COMPONENTS", List.of("trace", ""), "PROFILER_COMPONENTS",
                List.of("profile=methods", "profile=lines"));
        List<Case> cases = cases();
        assertTrue(cases.size() > 20);
        for (Case one : cases) {
            first.forEach((setting, modes) -> {
                for (String mode : modes) {
                    Map<String, String> settings =
                            Map.of(setting, one.first(), "COMPONENTS", one.second(), "GLOBAL_COMPONENTS", one.global());
                    assertEquals(one.ids(), chosen(mode.isEmpty() ? List.of() : List.of(mode), settings), mode + ' ' + one);
                }
            });
        }
        assertEquals("trip_count", chosen(List.of("profile=methods", "trace"), Map.of("TRACE_COMPONENTS", "trip_count")));
    }

    @Test
    void optionsGoBeforeSettings() throws IOException {
        for (Case one : cases()) {
            if (one.first().isEmpty() || !one.unknown().isEmpty()) continue;
            Map<String, String> settings = Map.of("TRACE_COMPONENTS", one.second(), "GLOBAL_COMPONENTS", one.global());
            assertEquals(one.ids(), chosen(List.of("components=" + one.first()), settings), one.toString());
        }
        AgentOptions rules = AgentOptions.parse("components=^a=none;components=^b=trip_count,fallthrough;components=^c=fallthrough");
        rules.chooseComponents();
        assertEquals(List.of("none", "trip_count", "wall_clock"), new ArrayList<>(rules.componentRules.values()));
    }

    @Test
    void settingsMayBeNamedInEitherWay() {
        AgentOptions options = AgentOptions.parse("set=TIMEMORY_OUTPUT_PATH=a;set=Output_Path=b;set=precision=3");
        assertEquals("b", options.valueOf("output_path"));
        assertEquals(null, options.valueOf("width"));
    }

    @Test
    void asRegionsFunctionsHaveWhatTheThreadPushed() throws Exception {
        Programs.Outcome run =
                Programs.run(folder, "include=^programs.Pushing;throttle=false;min-size=0;mode=region", "programs.Pushing");
        assertEquals("", run.errors());
        String wall = run.file("wall.txt");
        assertTrue(wall.matches("(?s).*programs.Pushing.main +\\| +1 .*programs.Pushing.plain +\\| +2 .*"), wall);
        assertFalse(wall.contains("counted"), wall);
        String counts = run.file("trip_count.txt");
        assertTrue(counts.matches("(?s).*programs.Pushing.counted +\\| +3 .*"), counts);
        assertFalse(counts.contains("plain"), counts);
        run = Programs.run(folder, "include=^programs.Pushing;throttle=false;min-size=0;mode=region;components=peak_rss",
                "programs.Pushing");
        assertTrue(run.file("peak_rss.txt").contains("programs.Pushing.plain"), run.errors());
        assertTrue(run.file("trip_count.txt").contains("programs.Pushing.counted"), run.errors());
    }

    @Test
    void regionsAndTracesAreTwoThings() {
        for (String other : List.of("trace", "profile=methods")) {
            assertThrows(IllegalArgumentException.class, () -> AgentOptions.parse("mode=region;" + other));
        }
        assertThrows(IllegalArgumentException.class, () -> AgentOptions.parse("mode=other"));
        assertEquals("wall_clock", chosen(List.of("mode=trace"), Map.of()));
        assertEquals("pushed", chosen(List.of("mode=region"), Map.of("TRACE_COMPONENTS", "trip_count")));
    }

    @Test
    void functionsWithNoneAreNotRecorded() throws Exception {
        Programs.Outcome run =
                Programs.run(folder, "include=^programs;throttle=false;set=COMPONENTS=none", "programs.Recursion", "3", "10");
        assertEquals("", run.errors());
        assertFalse(Files.exists(run.results().resolve("wall.txt")));
        run = Programs.run(folder, "include=^programs;throttle=false;components=trip_count;components=descend=none", "programs.Recursion",
                "3",
                "10");
        assertEquals("", run.errors());
        assertTrue(run.file("trip_count.txt").contains("programs.Recursion.main"));
        assertFalse(run.file("trip_count.txt").contains("descend"));
        run = Programs.run(folder, "include=descend;throttle=false;profile=lines;set=PROFILER_COMPONENTS=none", "programs.Recursion", "3",
                "10");
        assertTrue(run.errors().startsWith("timemory: no line was measured"), run.errors());
        assertFalse(Files.exists(run.results().resolve("wall.txt")));
    }
}
