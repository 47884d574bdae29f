package timemory.prose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/** codespell finds no misspelt word in pages, comments and messages; {@code prose-words.txt} has the project's own words. */
@Tag("optional-tools")
class SpellingTest {

    private static final Path WORDS = ROOT.resolve("verification/architecture-tests/src/test/resources/prose-words.txt");
    private static final Pattern FOUND = Pattern.compile("[^:]*:(\\d+): (.*)");

    @TempDir
    private Path folder;

    private List<String> misspelt(List<Passage> passages) throws IOException, InterruptedException {
        String codespell = OptionalTools.require("codespell");
        Path lines = folder.resolve("lines");
        Files.write(lines, passages.stream().map(passage -> passage.text().replaceAll("\\R", " ")).toList());
        Process process = new ProcessBuilder(codespell, "--ignore-words=" + WORDS, lines.toString()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        List<String> found = new ArrayList<>();
        for (String line : (Iterable<String>) output.lines()::iterator) {
            Matcher match = FOUND.matcher(line);
            if (!match.matches()) throw new IOException("codespell printed '" + line + "'");
            Passage passage = passages.get(Integer.parseInt(match.group(1)) - 1);
            found.add(passage.file() + ":" + passage.line() + ": " + match.group(2));
        }
        return found;
    }

    @Test
    void wordsAreSpeltRight() throws Exception {
        List<Passage> passages = Sources.files().stream().flatMap(file -> Sources.passages(file).stream()).toList();
        assertEquals("", String.join("\n", misspelt(passages)), "fix them, or add words of the project to " + WORDS);
    }

    @Test
    void aMisspeltWordIsFoundWithItsFileAndLine() throws Exception {
        List<Passage> passages = SourceText.read("a.kt", "val a = 1\n\n// Vert.x is fine.\nval b = 2\n// It recieves a signal.\n", true);
        assertEquals(List.of("a.kt:5: recieves ==> receives"), misspelt(passages));
    }
}
