package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import timemory.agent.option.AgentOption;

class AvailCommandTest {

    /** What timemory has for a Linux machine, by the names it gives them. */
    private static final List<String> TIMEMORY_NAMES = List.of(
            ("wall_clock system_clock user_clock cpu_clock cpu_util monotonic_clock monotonic_raw_clock process_cpu_clock process_cpu_util"
                    + " thread_cpu_clock thread_cpu_util kernel_mode_time user_mode_time timestamp peak_rss current_peak_rss "
                    + "page_rss"
                    + " virtual_memory num_io_in num_io_out num_minor_page_faults num_major_page_faults voluntary_context_switch"
                    + " priority_context_switch read_char written_char read_bytes written_bytes trip_count data_tracker_integer"
                    + " data_tracker_unsigned data_tracker_floating papi_vector papi_array")
                    .split(" "));

    private record Run(int status, String out, String err) {
        List<String> lines() {
            return out.lines().toList();
        }
    }

    private static Run run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = TimemoryCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return new Run(line.execute(arguments), out.toString(), err.toString());
    }

    private static Set<String> ids(String target) throws IOException {
        Set<String> ids = new TreeSet<>();
        JsonNode rows = new ObjectMapper().readTree(run("avail", "--json", "--target", target).out).get("components");
        rows.forEach(row -> ids.add(row.get("id").asText()));
        return ids;
    }

    @Test
    void everyComponentOfTimemoryIsListed() throws IOException {
        assertTrue(ids("jvm").containsAll(TIMEMORY_NAMES), ids("jvm").toString());
    }

    @Test
    void nativeProgramsHaveTheSameComponentsButForThoseOfTheVirtualMachine() throws IOException {
        assumeTrue(Files.isExecutable(Path.of(System.getProperty(Catalogues.NATIVE_PROGRAM, "missing"))), "built without native tools");
        Set<String> ids = ids("native");
        assertTrue(ids.removeAll(List.of("mpi_comm_data", "mpip_handle")), "those of libtimemory-mpip.so, which measures native programs");
        assertTrue(ids.removeAll(List.of("nccl_comm_data", "ncclp_handle")), "those of libtimemory-ncclp.so, likewise");
        assertTrue(ids.remove("kokkos_memory"), "that of kp_timemory.so, which native programs call");
        assertTrue(ids.removeAll(Set.of("ompt_handle", "ompt_data_tracker")),
                "those of libtimemory-ompt.so, which is a tool of native runtimes");
        assertEquals(ids("jvm"), ids);
        assertEquals(List.of("no components found"), run("avail", "--target", "jvm", "-c", "id,status", "-r", "part of the Java").lines());
        List<String> status = run("avail", "--target", "native", "--csv", "-c", "id,status").lines();
        assertTrue(status.contains("gc_time,part of the JVM") && status.contains("peak_rss,available"), status.toString());
    }

    @Test
    void whatCannotBeHadSaysWhy() throws IOException {
        for (JsonNode row : new ObjectMapper().readTree(run("avail", "--json").out).get("components")) {
            boolean isAvailable = row.get("available").asBoolean();
            assertEquals(isAvailable, row.get("reason").asText().isEmpty(), row.toString());
            assertEquals(isAvailable ? "available" : row.get("reason").asText(), row.get("status").asText());
        }
    }

    @Test
    void aFilterIsARegularExpressionOverTheColumnsShown() {
        List<String> lines = run("avail", "-r", "^thread_cpu", "-c", "id").lines();
        assertEquals(List.of("thread_cpu_clock", "thread_cpu_util"), lines.subList(2, lines.size()));
        assertEquals(List.of("no components found"), run("avail", "-r", "^THREAD_CPU", "-c", "id").lines());
        assertEquals(4, run("avail", "-i", "-r", "^THREAD_CPU", "-c", "id").lines().size());
    }

    @Test
    void onlyWhatCanBeHadAndACategory() {
        assertFalse(run("avail", "--available", "-c", "available").out.contains("false"));
        List<String> timing = run("avail", "--category", "TIMING", "-c", "category", "--csv").lines();
        assertTrue(timing.size() > 10 && timing.stream().skip(1).allMatch("timing"::equals), timing.toString());
    }

    @Test
    void rowsAreSortedByNameWhereAsked() {
        List<String> ids = new ArrayList<>(run("avail", "-A", "-c", "id", "--csv").lines());
        ids.remove(0);
        assertEquals(ids.stream().sorted().toList(), ids);
    }

    @Test
    void tablesKeepToTheWidth() {
        for (int width : new int[] {90, 120, 200}) {
            List<String> lines = run("avail", "-a", "-w", String.valueOf(width)).lines();
            assertTrue(lines.stream().allMatch(line -> line.length() <= width), lines.toString());
        }
    }

    @Test
    void commaSeparatedValuesQuoteCommas() {
        String row = run("avail", "--csv", "-c", "id,description", "-r", "^peak_rss").lines().get(1);
        assertEquals("peak_rss,Measures changes in the high-water mark for the amount of memory allocated in RAM. May fluctuate if swap is"
                + " enabled", row);
        assertTrue(run("avail", "--csv", "-c", "id,aliases", "-r", "^wall_clock").out.contains("\"real_clock, virtual_clock\""));
    }

    @Test
    void settingsTellWhatTheyTake() throws IOException {
        JsonNode settings = new ObjectMapper().readTree(run("avail", "-S", "--json").out).get("settings");
        assertTrue(settings.size() > 30);
        for (JsonNode setting : settings) {
            String variable = setting.get("variable").asText();
            assertTrue(variable.startsWith("TIMEMORY_"));
            assertFalse(setting.get("description").asText().isEmpty(), variable);
            assertFalse(setting.get("allowed").asText().isEmpty(), variable);
        }
        assertTrue(run("avail", "-S", "-r", "TIMING_UNITS", "-c", "variable,allowed").out.contains("nsec, usec, msec, sec, min, hr"));
        assertTrue(run("avail", "-S", "--csv", "-c", "name,aliases").out.contains("\nLIVE_SOCKET,LIVE\n"));
    }

    @Test
    void eventsTellWhetherTheyCanBeCountedAndByWhom() throws IOException {
        JsonNode events = new ObjectMapper().readTree(run("avail", "-H", "--json").out).get("events");
        Set<String> categories = new TreeSet<>();
        for (JsonNode event : events) {
            categories.add(event.get("category").asText());
            assertFalse(event.get("description").asText().isEmpty(), event.toString());
            assertEquals(event.get("available").asBoolean(), event.get("reason").asText().isEmpty(), event.toString());
        }
        assertTrue(
                categories.containsAll(List.of("perf software", "perf hardware", "perf cache", "perf raw", "PAPI preset")),
                categories.toString());
        List<String> clock = run("avail", "-H", "-r", "^task-clock", "-c", "event,category", "--csv").lines();
        assertEquals(List.of("event,category", "task-clock,perf software"), clock);
        assertFalse(run("avail", "-H", "--available", "-c", "available").out.contains("false"));
        assertTrue(run("avail", "-H", "--category", "PERF CACHE", "-c", "event").out.contains("L1-dcache-load-misses"));
    }

    @Test
    void overheadIsMeasuredWhereAsked() {
        List<String> lines = run("avail", "-r", "^wall_clock", "-c", "id,overhead", "--csv").lines();
        assertTrue(lines.get(1).matches("wall_clock,\\d+ ns"), lines.toString());
    }

    @Test
    void everythingGoesToAFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("listing.md");
        Run run = run("avail", "-a", "-M", "-O", file.toString());
        assertEquals(0, run.status);
        assertEquals("", run.out);
        String text = Files.readString(file);
        assertTrue(text.contains("| `wall_clock` |") && text.contains("| `TIMEMORY_OUTPUT_PATH` |"), text);
    }

    @Test
    void mistakesAreNamedInOneLine() {
        for (String[] wrong : new String[][] {
            {"avail", "-r", "("}, {"avail", "-c", "nope"}, {"avail", "--target", "gpu"}, {"avail", "-w", "3"}, {"avail", "--nope"},
            {"nope"}
        }) {
            Run run = run(wrong);
            assertEquals(2, run.status, String.join(" ", wrong));
            assertEquals(1, run.err.lines().count(), run.err);
            assertEquals("", run.out);
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        Run run = run("avail", "-O", "/nowhere/at/all.txt");
        assertEquals(1, run.status);
        assertTrue(run.err.contains("/nowhere/at/all.txt"), run.err);
    }

    @Test
    void completionIsGeneratedForBashAndZsh() {
        String script = run("generate-completion").out;
        assertTrue(script.contains("complete -F _complete_timemory") && script.contains("--category"), "no completion in " + script);
    }

    @Test
    void theDocumentationListsEveryComponentAndSetting() throws IOException {
        String components = Files.readString(Path.of("../../docs/components.md"));
        for (String id : ids("jvm")) {
            assertTrue(components.contains("| `" + id + "` |"), id + " is missing in docs/components.md: run docs/generate");
        }
        String settings = Files.readString(Path.of("../../docs/settings.md"));
        for (String line : run("avail", "-S", "-M", "-c", "name,default,allowed,description").lines()) {
            assertTrue(settings.contains(line + "\n"), line + " is missing in docs/settings.md: run docs/generate");
        }
        for (String line : run("avail", "--not-offered", "-c", "name,reason", "--csv").lines().stream().skip(1).toList()) {
            String[] row = line.split(",", 2);
            assertTrue(settings.contains("| `" + row[0] + "` | " + row[1].replace("\"", "")), line + " is missing in docs/settings.md: "
                    + "run docs/generate");
        }
    }

    @Test
    void theDocumentationListsEveryOptionOfTheAgent() throws IOException {
        String run = Files.readString(Path.of("../../docs/run.md"));
        List<String> table = run("avail", "--agent-options", "-M").lines();
        assertEquals(AgentOption.values().length + 2, table.size());
        for (String line : table) {
            assertTrue(run.contains(line + "\n"), line + " is missing in docs/run.md: run docs/generate");
        }
    }

    @Test
    void bundlesThatStandForComponentsAreListedAmongThem() throws IOException {
        assertTrue(run("avail", "-C", "-c", "id,source", "--csv").lines().contains("user_trace_bundle,TIMEMORY_TRACE_COMPONENTS"));
        assertTrue(run("avail", "-C", "-c", "id,class", "--csv").lines().contains("user_trace_bundle,"), "there is no such class");
        assertTrue(run("avail", "-r", "user_.*_bundle", "-c", "id", "--csv").lines().containsAll(
                List.of("user_global_bundle", "user_list_bundle", "user_tuple_bundle", "user_trace_bundle", "user_profiler_bundle")));
    }
}
