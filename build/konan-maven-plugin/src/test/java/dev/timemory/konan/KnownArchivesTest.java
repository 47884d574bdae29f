package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownArchivesTest {
    /** The digest of "abc", from FIPS 180-2, appendix B.1. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path folder;

    @Test
    void theFileThatWasLookedAtIsTaken() throws IOException {
        Path archive = Files.writeString(folder.resolve("a.jar"), "abc");
        assertEquals(archive, KnownArchives.in("# as sha256sum\n" + ABC + "  a.jar\n").check(archive));
    }

    @Test
    void anotherOneIsRefused() throws IOException {
        Path archive = Files.writeString(folder.resolve("a.jar"), "abd");
        IOException refused = assertThrows(IOException.class, () -> KnownArchives.in(ABC + "  a.jar").check(archive));
        assertTrue(refused.getMessage().contains(ABC), refused.getMessage());
    }

    @Test
    void oneThatNobodyLookedAtIsRefused() throws IOException {
        Path archive = Files.writeString(folder.resolve("b.jar"), "abc");
        IOException refused = assertThrows(IOException.class, () -> KnownArchives.in(ABC + "  a.jar").check(archive));
        assertTrue(refused.getMessage().contains("b.jar is not in archives.sha256"), refused.getMessage());
    }

    @Test
    void theListOfThisBuildNamesItsCompilers() throws IOException {
        IOException refused = assertThrows(IOException.class,
                () -> KnownArchives.ofThisBuild().check(Files.writeString(folder.resolve("llvm-20.1.7-1.5.12-linux-x86_64.jar"), "abc")));
        assertTrue(refused.getMessage().contains("is not the file that was looked at"), refused.getMessage());
    }
}
