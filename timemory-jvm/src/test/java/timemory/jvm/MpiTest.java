package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.export.data.SavedResults;
import timemory.export.ranks.RankSpread;
import timemory.export.ranks.RankStatistics;
import timemory.mpi.Mpi;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.tests.OptionalTools;

/** Java programs of several ranks with the installed MPI libraries. */
@Tag("optional-tools")
class MpiTest {

    @TempDir
    Path folder;

    private String printed;
    private String out;

    /** Returns the installed libraries, by Debian's names. */
    private static List<String> libraries() {
        assumeTrue(Runtime.version().feature() >= 22, "there is no Foreign Function and Memory API");
        List<String> kinds = Stream.of("openmpi", "mpich").filter(kind -> OptionalTools.isThere("mpirun." + kind)).toList();
        assumeTrue(!kinds.isEmpty(), "neither Open MPI nor MPICH is installed (mpirun.openmpi, mpirun.mpich)");
        return kinds;
    }

    private int run(String kind, int ranks, Map<String, String> environment, String... arguments) throws Exception {
        out = "out-" + kind;
        // A hung mpirun leaves its ranks running.
        List<String> command = new ArrayList<>(List.of("timeout", "-k", "5", "300", "mpirun." + kind));
        if (kind.equals("openmpi")) {
            command.addAll(List.of("--oversubscribe", "--allow-run-as-root"));
        }
        command.addAll(List.of("-n", Integer.toString(ranks), Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp",
                System.getProperty("java.class.path"), "timemory.jvm.MpiProgram"));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_"));
        builder.environment().putAll(Map.of("TIMEMORY_OUTPUT_PATH", out, "TIMEMORY_HTML_OUTPUT", "false"));
        builder.environment().putAll(environment);
        int status = builder.start().waitFor();
        printed = Files.readString(output);
        return status;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve(out))) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) // excludes links to the newest run
                    .map(file -> file.getFileName().toString()).filter(name -> !name.startsWith(".")).sorted().toList();
        }
    }

    private static CallGraphNode node(Results results, String component, String... path) {
        return Objects.requireNonNull(results.get(component).find(path), component);
    }

    @Test
    void theRanksOfAProgramHaveOneCallGraphThatShowsTheSlowOne() throws Exception {
        for (String kind : libraries()) {
            assertEquals(0, run(kind, 3, Map.of()), () -> printed);
            for (int rank = 0; rank < 3; rank++) {
                assertTrue(printed.contains("rank " + rank + " of 3"), printed);
                assertTrue(printed.contains("ended: rank " + rank + " of 3"), printed);
            }
            assertTrue(printed.contains("level FUNNELED"), printed);
            assertEquals(List.of("results.timemory.json", "trip_count.txt", "wall.txt"), files());
            Results results = SavedResults.read(folder.resolve(out).toString());
            assertEquals(3, results.getProcessCount());
            for (String component : List.of("wall_clock", "trip_count")) {
                assertEquals(3, node(results, component, "solve").getInclusive().getLaps());
                assertEquals(30, node(results, component, "solve", "step").getInclusive().getLaps());
                assertEquals(30, node(results, component, "solve", "exchange").getInclusive().getLaps());
            }
            RankStatistics ranks = RankStatistics.of(node(results, "wall_clock", "solve", "step"));
            assertNotNull(ranks, "how the ranks differ");
            RankSpread step = ranks.inclusive();
            assertEquals(List.of(3, 1), List.of(ranks.getCount(), step.getMaxRank()));
            assertTrue(step.getMax() >= 200e6, "ten steps of 20 ms: " + step.getMax());
            assertTrue(step.getImbalance() > 0.0, "imbalance: " + step.getImbalance());
        }
    }

    @Test
    void eachRankWritesItsOwnWhereTheyAreNotJoined() throws Exception {
        for (String kind : libraries()) {
            assertEquals(0, run(kind, 2, Map.of("TIMEMORY_MPI_JOIN_TIMEOUT", "0", "TIMEMORY_TEXT_OUTPUT", "false")), () -> printed);
            assertEquals(List.of("results-0.timemory.json", "results-1.timemory.json"), files());
        }
    }

    @Test
    void ranksStayApartInFilesOfTimemorysLayout() throws Exception {
        Map<String, String> groups = Map.of("TIMEMORY_NODE_COUNT", "2", "TIMEMORY_OUTPUT_FORMATS", "json");
        for (String kind : libraries()) {
            assertEquals(0, run(kind, 3, groups), () -> printed);
            Path file = folder.resolve(out).resolve("trip_count.json");
            String json = Files.readString(file);
            assertTrue(json.contains("\"mpi_size\":3") && json.contains("\"num_ranks\":2"), json);
            assertEquals(2, json.split("\"graph_size\":", -1).length - 1, json);
            assertEquals(30, node(SavedResults.read(file.toString()), "trip_count", "solve", "step").getInclusive().getLaps());
        }
    }

    @Test
    void eachRankWritesItsOwnAsWellWhereItIsAskedTo() throws Exception {
        for (String kind : libraries()) {
            Map<String, String> both = Map.of("TIMEMORY_MPI_OUTPUT_PER_RANK", "true", "TIMEMORY_MPI_OUTPUT_PER_NODE", "true",
                    "TIMEMORY_TEXT_OUTPUT", "false", "TIMEMORY_COUT_OUTPUT", "false");
            assertEquals(0, run(kind, 2, both), () -> printed);
            List<String> files = files();
            assertEquals(4, files.size(), files.toString());
            assertTrue(files.containsAll(List.of("results-0.timemory.json", "results-1.timemory.json", "results.timemory.json")),
                    files.toString());
            assertTrue(files.get(0).startsWith("node-"), files.toString());
        }
    }

    @Tag("thorough")
    @Test
    void aRankThatIsEndedWhileItWaitsWritesWhatItMeasured() throws Exception {
        for (String kind : libraries()) {
            Path file = folder.resolve("process-of-" + kind);
            assertFalse(run(kind, 2, Map.of("TIMEMORY_TEXT_OUTPUT", "false"), "end", file.toString()) == 0, () -> printed);
            assertTrue(files().contains("results-0.timemory.json"), () -> printed);
        }
    }

    @Test
    void aLibraryThatIsNotThereIsNamed() throws Exception {
        assertFalse(run(libraries().get(0), 1, Map.of("TIMEMORY_MPI_LIBRARY", "libnowhere.so.7")) == 0, () -> printed);
        assertTrue(printed.contains("MPI library not found (tried libnowhere.so.7); set TIMEMORY_MPI_LIBRARY to another"), printed);
    }

    @Test
    void withoutMpiAProcessIsTheOnlyRank() {
        assertEquals(List.of(0, 1), List.of(Mpi.getRank(), Mpi.getSize()));
        assertFalse(Mpi.attach());
        Mpi.barrier();
        Mpi.finish();
    }
}
