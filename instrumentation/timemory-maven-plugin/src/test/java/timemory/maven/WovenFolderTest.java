package timemory.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WovenFolderTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000);

    @TempDir
    private Path folder;

    private Path input;
    private Path library;
    private WovenFolder woven;

    @BeforeEach
    void files() throws IOException {
        input = folder.resolve("classes");
        library = Files.writeString(folder.resolve("library.jar"), "1");
        woven = new WovenFolder(folder.resolve("woven"));
        write("classes/a/A.class", "A");
        write("classes/b.txt", "b");
    }

    private Path write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private String state(String... options) throws IOException {
        return WovenFolder.stateOf(input, List.of(library), List.of(options));
    }

    @Test
    void anyChangeOfClassesLibrariesAndOptionsIsNoticed() throws IOException {
        String before = state("x");
        assertEquals(before, state("x"));
        assertNotEquals(before, state());
        assertNotEquals(before, state("x", ""));
        write("classes/a/A.class", "B");
        assertNotEquals(before, state("x"));
        write("classes/a/A.class", "A");
        Files.move(input.resolve("b.txt"), input.resolve("c.txt"));
        assertNotEquals(before, state("x"));
        Files.move(input.resolve("c.txt"), input.resolve("b.txt"));
        assertEquals(before, state("x"));
        Files.writeString(library, "2");
        assertNotEquals(before, state("x"));
    }

    @Test
    void itHasTheFreshFilesAlone_andThoseThatAreTheSameAreNotWritten() throws IOException {
        assertFalse(woven.isOf("one"));
        write("fresh/a/A.class", "A'");
        write("fresh/b.txt", "b");
        woven.become(folder.resolve("fresh"), "one");
        assertTrue(woven.isOf("one"));
        assertFalse(woven.isOf("two"));
        Files.setLastModifiedTime(folder.resolve("woven/b.txt"), LONG_AGO);
        Files.setLastModifiedTime(folder.resolve("woven/a/A.class"), LONG_AGO);
        write("woven/old.class", "old");
        write("fresh/a/A.class", "A''");
        woven.become(folder.resolve("fresh"), "two");
        assertTrue(woven.isOf("two"));
        assertFalse(Files.exists(folder.resolve("woven/old.class")));
        assertEquals("A''", Files.readString(folder.resolve("woven/a/A.class")));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(folder.resolve("woven/b.txt")));
        assertNotEquals(LONG_AGO, Files.getLastModifiedTime(folder.resolve("woven/a/A.class")));
    }
}
