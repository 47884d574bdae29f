package timemory.prose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pages, comments, messages and descriptions of settings are free of the habits that {@link Habits} lists. Habits that are not yet gone have
 * a limit in {@code prose-limits.txt}, which may only fall: {@code -Dprose.update} lowers the limits to the hits found. A sentence that
 * must stay is listed in {@code prose-exceptions.txt} with the reason.
 */
class ProseTest {

    private static final Path RESOURCES = ROOT.resolve("verification/architecture-tests/src/test/resources");
    private static final Path LIMITS = RESOURCES.resolve("prose-limits.txt");
    private static final Path EXCEPTIONS = RESOURCES.resolve("prose-exceptions.txt");
    private static final int MIN_FILES = 2000;

    /** How far the limits may be above the hits found, so that not every change has to lower them. */
    private static final int SLACK = 100;

    private static List<Habit.Hit> allHits() throws IOException {
        List<Path> files = Sources.files();
        assertTrue(files.size() > MIN_FILES, files.size() + " files");
        return files.parallelStream().flatMap(file -> hitsIn(Sources.passages(file)).stream()).toList();
    }

    static List<Habit.Hit> hitsIn(List<Passage> passages) {
        return passages.stream().flatMap(passage -> Habits.ALL.stream().flatMap(habit -> habit.in(passage).stream())).toList();
    }

    @Test
    void proseIsFreeOfHabits() throws IOException {
        Exceptions exceptions = Exceptions.of(Files.readString(EXCEPTIONS));
        List<Habit.Hit> hits = allHits();
        List<Habit.Hit> uncovered = hits.stream().filter(hit -> !exceptions.cover(hit)).toList();
        String listed = Files.readString(LIMITS);
        Limits limits = Limits.of(listed);
        if (System.getProperty("prose.update") != null) {
            String comments = listed.lines().filter(line -> line.startsWith("#")).reduce("", (before, line) -> before + line + "\n");
            limits = limits.lowered(uncovered);
            Files.writeString(LIMITS, comments + limits.lines());
        }
        assertEquals("", String.join("\n", limits.exceeded(uncovered)), "rewrite them, or list them with a reason in " + EXCEPTIONS);
        assertEquals(List.of(), exceptions.unused(hits), "take them out of " + EXCEPTIONS);
        int above = limits.total() - limits.lowered(uncovered).total();
        assertTrue(above <= SLACK, above + " hits are gone: lower the limits by -Dprose.update");
    }
}
