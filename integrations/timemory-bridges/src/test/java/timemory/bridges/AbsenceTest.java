package timemory.bridges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Programs without the tools, in separate JVMs. */
class AbsenceTest {

    /** Output lines. */
    private static List<String> run(List<String> options, String... without) throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Arrays.stream(without).noneMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, AbsentTools.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out.lines().toList();
    }

    @Test
    void librariesThatAreNotThereAreToldAndTheRestIsMeasured() throws Exception {
        List<String> out = run(List.of(), "opentelemetry", "micrometer");
        assertTrue(out.contains("jfr_event: null"), out.toString());
        assertTrue(
                out.contains("otel_span: opentelemetry-api is not on the class path: add io.opentelemetry:opentelemetry-api"),
                out.toString());
        assertTrue(
                out.contains("micrometer_timer: micrometer-core is not on the class path: add io.micrometer:micrometer-core"),
                out.toString());
        assertTrue(out.contains("laps: 2"), out.toString());
        assertEquals(2, out.stream().filter(it -> it.startsWith("timemory: component")).count(), out.toString());
    }

    @Test
    void aJavaRuntimeWithoutTheFlightRecorderIsToldToo() throws Exception {
        List<String> out =
                run(List.of("--limit-modules", "java.base,java.management,jdk.management,jdk.unsupported"), "opentelemetry", "micrometer");
        assertTrue(
                out.contains("jfr_event: this Java runtime has no module jdk.jfr: add it to the image (jlink --add-modules jdk.jfr)"),
                out.toString());
        assertTrue(out.contains("laps: 2"), out.toString());
    }

    @Test
    void withEverythingThereNothingIsTold() throws Exception {
        assertEquals(List.of("jfr_event: null", "otel_span: null", "micrometer_timer: null", "laps: 2"), run(List.of()));
    }
}
