package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shared sample as a native program, built from the klibs that timemory publishes. */
class SameRegionsTest {

    private static final Path PROGRAM = Path.of("native/kotlin/target/same-regions.kexe").toAbsolutePath();

    @TempDir
    Path work;

    @Test
    void theNativeProgramHasTheRegionsThatItHasInOtherLanguages() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PROGRAM), "the native sample is not built on this machine");
        Process process = new ProcessBuilder(PROGRAM.toString(), "--timemory-cout-output=false", "--timemory-output-path=out")
                .directory(work.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        assertEquals("solved: 2497500.0", output.lines().findFirst().orElse(""), output);
        for (String file : new String[] {"wall.json", "trip_count.json"}) {
            assertEquals(
                    Map.of("main", 1, "main/fill", 3, "main/solve", 2, "main/solve/step", 10, "main/solve/step/inner", 10, "main/work", 20),
                    laps(work.resolve("out").resolve(file)),
                    file);
        }
    }

    private static Map<String, Integer> laps(Path file) throws IOException {
        Map<String, Integer> laps = new TreeMap<>();
        String[] path = new String[10];
        JsonNode component = new ObjectMapper().readTree(file.toFile()).get("timemory").elements().next();
        for (JsonNode node : component.at("/ranks/0/graph")) {
            int depth = node.get("depth").asInt();
            path[depth] = node.get("prefix").asText().replaceFirst("^>>> *(\\|_)?", "");
            laps.put(String.join("/", Arrays.copyOf(path, depth + 1)), node.at("/entry/laps").asInt());
        }
        return laps;
    }
}
