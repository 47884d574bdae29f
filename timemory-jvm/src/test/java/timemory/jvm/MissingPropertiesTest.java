package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program may remove system properties, or replace them all: measuring still works. Each test runs {@link PropertiesProgram}. */
class MissingPropertiesTest {

    private static final Map<String, String> ALL = Map.of(
            "TIMEMORY_PERCENTILES", "50", "TIMEMORY_LIVE_SOCKET", "true", "TIMEMORY_LIVE_HTTP", "0", "TIMEMORY_FLUSH_INTERVAL", "60 s",
            "TIMEMORY_OUTPUT_FORMATS", "compact,csv,openmetrics,collapsed", "TIMEMORY_SAMPLING", "cpu");

    @TempDir
    Path work;

    private record Run(int status, String output, String errors, Path results) {}

    private Run run(Map<String, String> settings, String what) throws IOException, InterruptedException {
        String everything = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", everything, PropertiesProgram.class.getName(), what));
        File output = work.resolve("output").toFile();
        File errors = work.resolve("errors").toFile();
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile()).redirectOutput(output).redirectError(errors);
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_"));
        builder.environment().putAll(settings);
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + Files.readString(errors.toPath()));
        }
        return new Run(process.exitValue(), Files.readString(output.toPath()), Files.readString(errors.toPath()),
                work.resolve("timemory-output"));
    }

    private static void assertMeasured(Run run) throws IOException {
        assertEquals(0, run.status, run.errors);
        assertTrue(run.output.contains("so far: 2\ndone\n"), run.output);
        assertFalse(run.errors.contains("Exception") || run.errors.contains("Error"), run.errors);
        String laps = Files.readString(run.results.resolve("trip_count.txt"));
        assertTrue(laps.matches("(?s).*>>> lap +\\| +3 \\|.*"), laps);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "os.name", "os.arch", "java.io.tmpdir", "java.version", "java.home", "java.class.path", "user.dir",
        "user.name", "user.home", "line.separator", "file.separator", "path.separator", "file.encoding", "sun.java.command", "objects"})
    void aProgramWithoutAPropertyMeasures(String what) throws Exception {
        assertMeasured(run(Map.of(), what));
    }

    @Test
    void whatNeedsAPropertyIsReportedAndTheRestIsMeasured() throws Exception {
        Run run = run(ALL, "none");
        assertTrue(run.errors.contains("the live socket cannot be opened: the system property java.home is missing"), run.errors);
        assertMeasured(run);
    }

    @Test
    void propertiesThatMayNotBeReadAreReported() throws Exception {
        Run run = run(Map.of(), "closed");
        assertTrue(run.errors.contains("system properties cannot be read (java.lang.SecurityException: closed)"), run.errors);
        assertMeasured(new Run(run.status, run.output, run.errors.replace("java.lang.SecurityException: closed", ""), run.results));
    }
}
