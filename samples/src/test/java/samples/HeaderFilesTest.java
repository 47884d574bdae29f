package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import timemory.tests.Signals;

/** The native sample's results against counts that have nothing to do with it, and how a native program ends. */
class HeaderFilesTest {

    private static final Path PROGRAM = Path.of("target/native/header-files.kexe").toAbsolutePath();
    private static final Path TOP = Path.of("/usr/include");

    @TempDir
    Path work;

    @BeforeAll
    static void onlyWhereItIsBuilt() {
        assumeTrue(Files.isExecutable(PROGRAM), "the native sample is not built on this machine");
    }

    private record Run(int status, String output, String errors) {}

    private Process start(String... arguments) throws IOException {
        // A shell that runs the tests in the background lets them ignore SIGINT, and they would hand that on.
        List<String> asUsual = List.of("env", "--default-signal=INT,TERM", PROGRAM.toString());
        List<String> command = Stream.concat(asUsual.stream(), Stream.of(arguments)).toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_"));
        builder.environment().put("TIMEMORY_JSON_OUTPUT", "true");
        return builder.redirectOutput(work.resolve("out").toFile()).redirectError(work.resolve("err").toFile()).start();
    }

    private Run end(Process process) throws IOException, InterruptedException {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the program did not end");
        return new Run(process.exitValue(), Files.readString(work.resolve("out")), Files.readString(work.resolve("err")));
    }

    private JsonNode graph(String component, String id) throws IOException {
        Path file = work.resolve("timemory-output").resolve(component + ".json");
        return new ObjectMapper().readTree(file.toFile()).at("/timemory/" + id + "/ranks/0/graph");
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.walk(TOP)) {
            return paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).toList();
        }
    }

    @Test
    void agreesWithAnIndependentCount() throws Exception {
        Run run = end(start());
        assertEquals(0, run.status(), run.errors());
        long bytes = 0;
        long lines = 0;
        List<Path> files = files();
        for (Path file : files) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            bytes += text.length();
            lines += text.chars().filter(c -> c == '\n').count();
        }
        String expected = files.size() + " files below /usr/include with " + bytes + " bytes and " + lines + " lines";
        assertTrue(run.output().startsWith(expected), run.output().lines().findFirst().orElse("") + " is not " + expected);

        long measured = 0;
        for (JsonNode node : graph("bytes_read", "bytes_read")) {
            if (node.get("depth").asInt() == 0) {
                measured += node.at("/entry/accum").asLong();
            }
        }
        assertEquals(bytes, measured);
    }

    @Test
    void workersHangBelowTheRegionThatTheyServe() throws Exception {
        end(start());
        JsonNode graph = graph("wall", "wall_clock");
        assertEquals(">>> header files", graph.get(0).get("prefix").asText());
        assertEquals(">>> |_count all", graph.get(2).get("prefix").asText());
        assertEquals(">>>   |_worker", graph.get(3).get("prefix").asText());
        assertEquals(2, graph.get(3).at("/entry/laps").asInt());
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "INT,130"})
    void writesWhatIsMeasuredWhenKilled(String signal, int status) throws Exception {
        Process process = start("/usr");
        // By then it is working.
        while (process.isAlive() && process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() < 100) {
            Thread.sleep(5);
        }
        Signals.send(signal, process.pid());
        Run run = end(process);
        assertEquals(status, run.status(), run.errors());
        JsonNode top = graph("wall", "wall_clock").get(0);
        assertEquals(">>> header files", top.get("prefix").asText());
        assertEquals(1, top.at("/entry/open_laps").asInt());
        try (Stream<Path> left = Files.list(work.resolve("timemory-output"))) {
            assertEquals(List.of(), left.filter(path -> path.getFileName().toString().endsWith(".tmp")).toList());
        }
    }

    @Test
    void writesWhatIsMeasuredAfterAnUncaughtException() throws Exception {
        Run run = end(start("/no/such/directory"));
        assertTrue(run.status() != 0);
        assertTrue(run.errors().contains("/no/such/directory: no such directory"), run.errors());
        assertEquals(">>> header files", graph("wall", "wall_clock").get(0).get("prefix").asText());
    }

    @Test
    void anUnwritableDirectoryIsOneClearError() throws Exception {
        Files.writeString(work.resolve("timemory-output"), "a file in the way");
        Run run = end(start("/usr/include/linux"));
        assertEquals(0, run.status());
        assertEquals(1, run.errors().lines().filter(line -> line.contains("cannot write results")).count(), run.errors());
        assertTrue(run.output().contains("wall_clock"));
    }
}
