package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the README shows of Kotlin and Java is compiled: each piece of it, between two blank lines, stands in a source file of a test, as it is. */
class ReadmeTest {

    private static final Pattern BLOCK = Pattern.compile("```(kotlin|java)\n(.*?)```", Pattern.DOTALL);

    private static final List<String> COMPILED = List.of(
            "src/test/kotlin/readme", "src/test/java/readme", "../timemory-bridges/src/test/kotlin/readme", "../timemory-bridges/src/test/java/readme",
            "../timemory-test/src/test/kotlin/readme", "../timemory-test/src/test/java/readme");

    /** Without comments and white space, neither of which a compiler looks at. */
    private static String bare(String code) {
        return code.replaceAll("(?m)(^|\\s)//.*$", "").replaceAll("\\s+", "");
    }

    private static String compiled(String language) {
        StringBuilder all = new StringBuilder();
        for (String folder : COMPILED) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(path -> path.toString().endsWith(language.equals("java") ? ".java" : ".kt")).toList()) {
                    all.append(bare(Files.readString(file))).append('\n');
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        return all.toString();
    }

    @Test
    void everyPieceOfCodeIsCompiled() throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(Path.of("../README.md")));
        List<String> missing = new ArrayList<>();
        int pieces = 0;
        while (blocks.find()) {
            String compiled = compiled(blocks.group(1));
            for (String piece : blocks.group(2).split("\n\\s*\n")) {
                pieces++;
                for (String part : importsApart(piece)) {
                    if (!compiled.contains(bare(part))) {
                        missing.add(part);
                    }
                }
            }
        }
        assertEquals(List.of(), missing, "stands in no file below " + COMPILED);
        assertTrue(pieces > 30, pieces + " pieces");
    }

    /** A file has more imports than a piece shows. */
    private static List<String> importsApart(String piece) {
        return piece.startsWith("import ") ? piece.lines().toList() : List.of(piece);
    }
}
