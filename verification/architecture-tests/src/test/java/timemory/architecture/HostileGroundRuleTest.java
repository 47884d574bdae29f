package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Untrusted input and terminal output pass only through the few places that check them. */
class HostileGroundRuleTest {

    /** Folders without our sources, or with programs that only we start. */
    private static final Set<String> SKIPPED = Set.of(
            "target", "node_modules", ".git", "dist", "test", "tests", "test-tools", "samples", "verification");

    private static final Pattern UNSAFE_GETENV = Pattern.compile("(?<!secure_)\\bgetenv\\(|\\b(?:__)?environ\\b(?!\")");

    /** Code that reads the whole environment, and commands that run with the rights of their caller. */
    private static final Set<String> READ_ENVIRONMENT = Set.of(
            "timemory-dsl/native/src/internal/platform/NativeFiles.kt", "tools/preload/function-tracing/function_filter.c",
            "tools/preload/run/c/run.c", "tools/timem/src/Main.kt", "tools/timem/src/Command.kt");

    private static final Pattern PAST_THE_WRITER = Pattern.compile("System\\.(?:out|err)\\b|\\\\u001[Bb]");

    /** Code that draws on the terminal, with names that are already escaped. */
    private static final Set<String> DRAW = Set.of(
            "tools/cli/src/main/java/timemory/tools/io/Progress.java",
            "tools/cli/src/main/java/timemory/tools/io/VisibleOutput.java",
            "tools/cli/src/main/java/timemory/tools/roofline/ErtProgress.java",
            "tools/cli/src/main/java/timemory/tools/run/Attaching.java",
            "tools/cli/src/main/java/timemory/tools/TopCommand.java");

    private static List<Path> sources(Path folder, String... endings) throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path one, BasicFileAttributes facts) {
                // A build may add and delete files here during the test.
                return SKIPPED.contains(one.getFileName().toString()) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
                if (Stream.of(endings).anyMatch(file.toString()::endsWith)) sources.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    /** The lines of {@code files} that match {@code pattern}, without comments. */
    private static List<String> found(Pattern pattern, List<Path> files, Set<String> allowed) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            String name = ROOT.relativize(file).toString();
            if (allowed.contains(name)) continue;
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                String text = line.strip();
                boolean isComment = text.startsWith("*") || text.startsWith("/*") || text.startsWith("//");
                Matcher matcher = pattern.matcher(text);
                if (!isComment && matcher.find()) found.add(name + ":" + number + ": " + text);
            }
        }
        return found;
    }

    @Test
    void nativeCodeAsksForVariablesSoThatProgramsWithMoreRightsThanTheirCallerGetNone() throws IOException {
        List<Path> files = sources(ROOT, ".c", ".h", ".def", ".kt");
        assertTrue(files.size() > 300, files.size() + " files");
        assertEquals(List.of(), found(UNSAFE_GETENV, files, READ_ENVIRONMENT));
    }

    @Test
    void commandsPrintByTheWriterThatShowsWhatATerminalWouldObey() throws IOException {
        List<Path> files = new ArrayList<>(sources(ROOT.resolve("tools/cli/src/main"), ".java"));
        files.addAll(sources(ROOT.resolve("results/timemory-history/src/main"), ".java"));
        assertTrue(files.size() > 100, files.size() + " files");
        assertEquals(List.of(), found(PAST_THE_WRITER, files, DRAW));
    }
}
