package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.tests.OptionalTools;

/**
 * C has the same format everywhere, as defined by {@code .clang-format}: {@code git ls-files '*.c' '*.h' | xargs clang-format-14 -i}
 * applies it.
 */
@Tag("optional-tools")
class CFormatTest {

    private static final int WIDTH = 140;
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git");

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NOT_OURS.contains(folder.getFileName().toString()) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.toString();
                if ((name.endsWith(".c") || name.endsWith(".h")) && !Files.readString(file).startsWith("/* Generated")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertTrue(sources.size() > 200, sources.size() + " files");
        return sources;
    }

    @Test
    void sourcesAreFormattedAsTheRulesSay() throws Exception {
        List<String> command = new ArrayList<>(List.of(OptionalTools.require("clang-format-14"), "--dry-run", "--ferror-limit=1"));
        sources().forEach(source -> command.add(ROOT.relativize(source).toString()));
        Process format = new ProcessBuilder(command).directory(ROOT.toFile()).redirectErrorStream(true).start();
        String said = new String(format.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        format.waitFor();
        assertEquals(List.of(), said.lines().filter(line -> line.contains("[-Wclang-format-violations]")).toList());
    }

    @Test
    void linesFitIntoTheWidthOfThePage() throws IOException {
        List<String> wide = new ArrayList<>();
        for (Path source : sources()) {
            Files.readAllLines(source).stream().filter(line -> line.length() > WIDTH).forEach(line -> wide.add(source + ": " + line));
        }
        assertEquals(List.of(), wide);
    }
}
