package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/** The case studies of timemory's paper, in samples/paper. */
@Tag("optional-tools")
class PaperSamplesTest {
    private static final Path PREFIX = Path.of("../timemory-native/target");

    @TempDir
    Path work;

    @BeforeEach
    void onlyWhereNativeCodeIsBuilt() {
        assumeTrue(Files.exists(PREFIX.resolve("lib/libtimemory.so")), "native code is not built on this machine");
    }

    private String run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(work.resolve("err").toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output + Files.readString(work.resolve("err")));
        return output;
    }

    @Test
    void dormantPointsAreTimedInEachLanguage() throws Exception {
        String output = run(List.of("paper/dormant-points", "1", work.toString()), Map.of());
        List<String> languages = new ArrayList<>();
        if (OptionalTools.isThere("gcc")) languages.add("C");
        if (OptionalTools.isThere("g++")) languages.add("C++");
        languages.addAll(List.of("Java", "Kotlin"));
        List<String> expected = new ArrayList<>();
        for (String language : languages) {
            for (String state : List.of("disabled", "enabled")) {
                for (int points : List.of(5_000, 500_000, 5_000_000)) expected.add("| " + language + " | " + state + " | " + points + " |");
            }
        }
        List<String> rows = output.lines().skip(2).toList();
        assertEquals(expected, rows.stream().map(row -> row.replaceFirst("^((\\|[^|]*){3}\\|).*", "$1")).toList(), output);
        for (String row : rows) assertTrue(Double.parseDouble(row.split("\\|")[4]) > 0, row);
    }

    @Test
    void objectsAreMeasuredWhileTheirLifetimesOverlap() throws Exception {
        String compiler = OptionalTools.require("g++");
        String tracks = work.resolve("tracks").toString();
        run(List.of(compiler, "-std=c++11", "-Wall", "-Werror", "-I" + PREFIX.resolve("include"), "paper/tracks.cpp",
                PREFIX.resolve("lib/libtimemory.so").toString(), "-Wl,-rpath," + PREFIX.resolve("lib").toAbsolutePath(), "-o", tracks),
                Map.of());
        String output = run(List.of(tracks), Map.of("TIMEMORY_OUTPUT_PATH", work.resolve("results").toString()));
        String wall = Files.readString(work.resolve("results/wall.txt"));
        assertTrue(wall.matches("(?s).*calorimeter( \\(concurrent\\))? +\\| +1 .*"), wall + output);
        assertTrue(wall.matches("(?s).*magnet( \\(concurrent\\))? +\\| +1 .*"), wall);
        // Low energies have one component more, and gamma rays none.
        String counts = Files.readString(work.resolve("results/trip_count.txt"));
        assertTrue(counts.contains("tracker") && !counts.contains("calorimeter"), counts);
    }

    @Test
    void alignedSequencesAreAPointOfTheInstructionRoofline() {
        byte[] one = "TGTTACGG".getBytes(StandardCharsets.US_ASCII);
        byte[] other = "GGTTGACTA".getBytes(StandardCharsets.US_ASCII);
        // The example of the algorithm's article in Wikipedia.
        assertEquals(13, SmithWaterman.INSTANCE.align(one, other));
    }
}
