package timemory.agent.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
    @TempDir
    Path folder;

    private Path working;

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @BeforeEach
    void makeFolder() throws IOException {
        working = Files.createDirectory(folder.resolve("work"));
    }

    @Test
    void theUsualFoldersAndThoseOfProjectsBelowAreLookedAt() throws IOException {
        write("work/src/main/java/com/acme/A.java", "class A\n{ }");
        write("work/core/src/main/kotlin/com/acme/B.kt", "class B");
        Sources sources = new Sources(List.of(), working);
        assertEquals("{ }", sources.of("com.acme.A$Inner", "A.java").line(2));
        assertEquals("class B", sources.of("com.acme.B", "B.kt").line(1));
        assertNull(sources.of("com.acme.A", "A.java").line(3));
        assertNull(sources.of("com.other.A", "A.java"));
    }

    @Test
    void whatTheUserNamesGoesFirst() throws IOException {
        write("work/src/com/acme/A.java", "usual");
        write("given/com/acme/A.java", "given");
        assertEquals("given", new Sources(List.of(folder.resolve("given")), working).of("com.acme.A", "A.java").line(1));
    }

    @Test
    void kotlinMayLeaveOutFoldersOfThePackageThatTheFileDeclares() throws IOException {
        write("work/src/main/kotlin/store/C.kt", "package com.acme.store\n\nclass C");
        Sources sources = new Sources(List.of(), working);
        assertNotNull(sources.of("com.acme.store.C", "C.kt"));
        assertNull(sources.of("org.other.store.C", "C.kt"));
    }

    @Test
    void nothingOutsideOfTheFoldersIsOpened() throws IOException {
        write("secret.java", "secret");
        Files.createDirectories(working.resolve("src"));
        Files.createSymbolicLink(working.resolve("src/Link.java"), folder.resolve("secret.java"));
        Sources sources = new Sources(List.of(), working.resolve("src"));
        assertNull(sources.of("Link", "Link.java"));
        assertNull(sources.of("A", "../../secret.java"));
        assertNull(sources.of("...A", "secret.java"));
    }

    @Test
    void whatWouldControlATerminalIsReplacedAndLongLinesAreCut() {
        assertEquals("a   b\uFFFD[31m\uFFFDc", Sources.printable("a\tb\u001b[31m\u202ec  ", 50));
        assertEquals("x".repeat(20) + "...", Sources.printable("x".repeat(100), 20));
        assertEquals("naïve 数 😀", Sources.printable("naïve 数 😀", 50));
    }
}
