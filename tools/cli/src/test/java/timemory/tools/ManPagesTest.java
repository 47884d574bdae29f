package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages for {@code man}, of each command. */
class ManPagesTest {

    @TempDir
    private Path folder;

    private List<Path> pages() throws IOException {
        StringWriter messages = new StringWriter();
        assertEquals(0,
                TimemoryCommand.run(List.of("generate-man-pages", folder.toString()), new PrintWriter(messages), new PrintWriter(messages)),
                messages::toString);
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void thereIsOneForEachCommandThatHelpShows() throws IOException {
        List<String> names = pages().stream().map(page -> page.getFileName().toString()).toList();
        assertTrue(names.containsAll(List.of("timemory.1", "timemory-run.1", "timemory-report.1", "timemory-roofline-ert.1")),
                names::toString);
        assertTrue(names.stream().noneMatch(name -> name.contains("generate-man-pages")), names::toString);
    }

    @Test
    void aCommandIsListedOnceWithItsAliases() throws IOException {
        pages();
        String page = Files.readString(folder.resolve("timemory.1"));
        assertTrue(page.contains(".TP\n\\fBattach\\fR, \\fBopen\\fR\n"), page);
        assertEquals(2, page.split("Opens the live socket", -1).length, page);
    }

    /** What begins with a point is a macro, and only those of man(7) stand there; what begins with a backslash is one of its fonts or escapes. */
    @Test
    void nothingInTextIsTakenForAMacroOrAnEscape() throws IOException {
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            assertTrue(lines.get(0).matches("\\.TH \"[A-Z\\\\-]+\" 1 \"\\d{4}-\\d\\d-\\d\\d\" \"timemory .+\" \"timemory\""), lines.get(0));
            for (String line : lines) {
                if (line.startsWith(".")) assertTrue(line.matches("\\.(TH|SH|TP|PP|br|sp|nf|fi)( .*)?"), page + ": " + line);
                assertTrue(line.replaceAll("\\\\(f[BIR]|e|-|&)", "").indexOf('\\') < 0, page + ": " + line);
                assertTrue(!line.contains("@|") && !line.contains("%n"), page + ": " + line);
            }
        }
    }

    @Test
    void aPageHasTheOptionsOfItsCommandWithTheirValues() throws IOException {
        pages();
        String page = Files.readString(folder.resolve("timemory-report.1"));
        assertTrue(page.contains(".SH OPTIONS"), page);
        assertTrue(page.contains("\\fB\\-\\-sort\\fR=\\fI"), page);
        assertTrue(page.contains("\\fBtimemory\\fR(1)"), page);
    }
}
