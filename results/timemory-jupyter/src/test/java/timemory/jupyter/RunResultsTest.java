package timemory.jupyter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("java17")
class RunResultsTest {
    @TempDir
    Path folder;

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private RunResults of(String stacks) throws IOException {
        return RunResults.load(Files.writeString(folder.resolve("run.collapsed"), stacks));
    }

    @Test
    void regionsAreRowsInTheOrderOfTheCallGraph() throws IOException {
        RunResults run = of("main;solve;inner 5\nmain;solve 30\nmain;write 12\n");
        assertEquals(List.of("samples"), run.components());
        assertEquals(List.of("main", "main/solve", "main/solve/inner", "main/write"),
                run.rows("samples").stream().map(row -> String.join("/", row.path())).toList());
        RegionRow solve = run.find("samples", "solve").get(0);
        assertEquals(35.0, solve.sum());
        assertEquals(30.0, solve.exclusive());
        assertEquals(1, solve.depth());
        assertEquals("solve", solve.label());
        assertNull(solve.laps(), "stacks do not say");
        assertEquals(List.of(), run.find("samples", "main", "inner"));
        assertTrue(run.toString().endsWith("run.collapsed: 4 rows of samples"), run.toString());
    }

    @Test
    void whatLabelsSayIsNoMarkup() throws IOException {
        RunResults run = of("main;<script>alert(1)</script>\u202E 5\n");
        assertFalse(run.table().html().contains("<script"), run.table().html());
        assertTrue(run.table().html().contains("&#60;script&#62;alert(1)&#60;/script&#62;\\u202e"), run.table().html());
        assertEquals("main/<script>alert(1)</script>\u202E", String.join("/", run.rows().get(1).path()), "it is data");
        for (NotebookHtml frame : List.of(run.flame(), run.bars(), run.page())) {
            assertTrue(
                    frame.html().matches(
                            "(?s)(<iframe sandbox=\"[a-z -]*\" title=\"[^\"<]*\" style=\"[^\"<]*\" srcdoc=\"[^\"]*\"></iframe>\n?)+"),
                    () -> frame.html().substring(0, Math.min(300, frame.html().length())));
        }
    }

    @Test
    void veryManyRowsAreNotAllShown() throws IOException {
        StringBuilder stacks = new StringBuilder();
        for (int i = 0; i < 1000; i++) stacks.append("main;part ").append(i).append(" 1\n");
        RunResults run = of(stacks.toString());
        assertEquals(1001, run.rows().size());
        assertTrue(run.table().html().contains("801 more are in rows() and page()"));
    }

    @Test
    void whatCannotBeReadSaysWhy() throws IOException {
        Path missing = folder.resolve("missing");
        assertTrue(assertThrows(IOException.class, () -> RunResults.load(missing)).getMessage().startsWith(missing + ": "));
        Path other = Files.writeString(folder.resolve("other"), "no results\n\n\u0000");
        assertTrue(assertThrows(IOException.class, () -> RunResults.load(other)).getMessage().contains(other.toString()));
        RunResults run = of("main 1\n");
        assertTrue(
                assertThrows(IllegalArgumentException.class, () -> run.flame("wall_clock")).getMessage().contains("; there are samples"));
    }

    @Test
    void theJarBringsNoKotlinThatANotebookWouldSee() throws IOException {
        try (ZipFile jar = new ZipFile(System.getProperty("timemory.jupyter.jar"));
                Stream<String> names = jar.stream().map(Object::toString)) {
            List<String> classes = names.filter(name -> name.endsWith(".class")).toList();
            assertTrue(classes.stream().anyMatch(name -> name.equals("payload/kotlin/Unit.class")));
            assertEquals(List.of(),
                    classes.stream().filter(name -> !name.startsWith("payload/") && !name.startsWith("timemory/jupyter/")).toList());
        }
    }
}
