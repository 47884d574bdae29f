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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests find programs that a machine may lack through the helper, so that they skip themselves if one is missing and the build can hide all
 * of them.
 */
class OptionalToolsRuleTest {

    private static final Path LIST = ROOT.resolve("verification/test-support/src/main/resources/optional-tools.txt");

    /** Folders without sources of tests. */
    private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git", "dist", "test-support");

    private static List<String> optional() throws IOException {
        try (Stream<String> lines = Files.lines(LIST)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("!")).map(line -> line.split(" ")[0])
                    .toList();
        }
    }

    private static String anyOf(List<String> patterns) {
        return patterns.stream().map(pattern -> "\\Q" + pattern.replace("*", "\\E[\\w.+-]*\\Q") + "\\E")
                .collect(Collectors.joining("|", "(?:", ")"));
    }

    /** Code that looks for a program, or starts one by its name, without the helper. */
    private static List<Pattern> looks() throws IOException {
        String tool = anyOf(optional());
        return List.of(
                Pattern.compile("\"/usr/bin/" + tool + "\""),
                Pattern.compile("(?:ProcessBuilder|List\\.of|listOf|run|start|outputOf)\\(\\s*\"" + tool + "\"\\s*[,)](?!\\s*\\w*:)"),
                Pattern.compile("\"which\"|command -v"),
                Pattern.compile("shutil\\.which"),
                Pattern.compile("getenv\\(\"PATH\"\\)[^;]{0,40}split"));
    }

    private static boolean isTest(Path file) {
        String path = ROOT.relativize(file).toString();
        boolean isSource = path.endsWith(".java") || path.endsWith(".kt") || path.endsWith(".py");
        boolean isHelper = path.endsWith("python/tests/optional.py") || path.endsWith("test-tools/Platform.kt");
        boolean isThis = path.endsWith(OptionalToolsRuleTest.class.getSimpleName() + ".java");
        return isSource && !isHelper && !isThis && path.matches(".*(^|/)(test|tests|[a-z-]+-test|test-tools|jvm-tests|native-tests)/.*");
    }

    private static List<Path> tests() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean isSkipped = SKIPPED.contains(folder.getFileName().toString());
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isTest(file)) found.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    @Test
    void testsLookForOptionalToolsByTheHelper() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<Path> tests = tests();
        assertTrue(tests.size() > 300, tests.size() + " files");
        List<Pattern> looks = looks();
        for (Path file : tests) {
            String text = Files.readString(file);
            for (Pattern look : looks) {
                Matcher found = look.matcher(text);
                while (found.find()) {
                    long line = text.substring(0, found.start()).lines().count();
                    wrong.add(ROOT.relativize(file) + ":" + line + ": " + found.group());
                }
            }
        }
        assertEquals("", String.join("\n", wrong),
                "use OptionalTools (Java, Kotlin), hasTool (common tests) or tests.optional (Python) instead");
    }

    @Test
    void theRuleFindsALook() throws IOException {
        for (String look : List.of("\"/usr/bin/python3\"", "new ProcessBuilder(\"kill\", pid)", "shutil.which(name)",
                "System.getenv(\"PATH\").split(File.pathSeparator)", "shell(\"command -v mpirun.$it\")", "List.of(\"python3\", \"-c\")")) {
            assertTrue(looks().stream().anyMatch(pattern -> pattern.matcher(look).find()), look);
        }
    }
}
