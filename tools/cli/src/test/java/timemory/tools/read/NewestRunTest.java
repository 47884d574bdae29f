package timemory.tools.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run that is shown if none is named. */
class NewestRunTest {

    @TempDir
    private Path folder;

    private final List<String> others = new ArrayList<>();

    /** Writes a run of {@code program} that ended so many seconds after the first. */
    private Path run(String directory, String program, int seconds) throws IOException {
        Path place = Files.createDirectories(folder.resolve(directory));
        Files.writeString(place.resolve("results.timemory.json"), "{}");
        Files.writeString(place.resolve(".timemory.run"), "timemory run 1\nprogram=" + program + "\nprocess=1\nsession=1\nstate=complete\n"
                + "seconds=" + (1_000_000 + seconds) + "\nwritten=then\nfile=results.timemory.json\n");
        return place.resolve("results.timemory.json");
    }

    private List<Path> newest() throws IOException {
        others.clear();
        return NewestRun.files(folder, others::add);
    }

    @Test
    void theNewestOfTheUsualDirectoryIsShownAndTheOthersAreNamed() throws IOException {
        Path last = run("timemory-output", "Server", 9);
        run("timemory-output/run-2", "Crawl", 5);
        run("other", "Elsewhere", 20);
        assertEquals(List.of(last), newest());
        assertEquals(1, others.size());
        assertTrue(others.get(0).contains("Server") && others.get(0).contains("there is also") && others.get(0).contains("Crawl"),
                others.get(0));
    }

    @Test
    void withoutItTheDirectoryItselfIsLookedAt() throws IOException {
        Files.writeString(folder.resolve("package.json"), "{\"name\": \"not a run\"}");
        Path last = run(".", "Server", 9);
        run("run-2", "Crawl", 5);
        assertEquals(List.of(last.normalize()), newest().stream().map(Path::normalize).toList());
        assertTrue(others.get(0).contains("Crawl") && !others.get(0).contains("package"), others.get(0));
    }

    @Test
    void orElseTheDirectoriesInIt() throws IOException {
        run("a", "Server", 3);
        Path last = run("b", "Crawl", 5);
        Files.createDirectories(folder.resolve("empty"));
        assertEquals(List.of(last), newest());
        assertTrue(others.get(0).contains("Crawl") && others.get(0).contains("Server"), others.get(0));
    }

    @Test
    void whereThereAreNoResultsTheWayOutIsNamed() {
        String message = assertThrows(IOException.class, this::newest).getMessage();
        assertTrue(message.contains("timemory-output") && message.contains("timemory run -- COMMAND"), message);
    }
}
