package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerFileTest {
    @TempDir
    private Path folder;

    private AnswerFile newFile() throws IOException {
        return AnswerFile.ownedBy(Files.getOwner(folder));
    }

    @Test
    void whatIsWrittenToItIsRead() throws IOException {
        Path path;
        try (AnswerFile file = newFile()) {
            path = Path.of(file.toString());
            Files.writeString(path, "a longer answer");
            Files.writeString(path, "WRITTEN here");
            assertEquals("WRITTEN here", file.text());
        }
        assertFalse(Files.exists(path));
    }

    @Test
    void whatTakesItsPlaceIsNotRead() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        try (AnswerFile file = newFile()) {
            Files.delete(Path.of(file.toString()));
            Files.createSymbolicLink(Path.of(file.toString()), secret);
            assertEquals("", file.text());
        }
        assertEquals("secret", Files.readString(secret));
    }

    @Test
    void nothingIsReadInWholeWhateverItsSize() throws IOException {
        try (AnswerFile file = newFile()) {
            Files.write(Path.of(file.toString()), new byte[3 << 20]);
            assertEquals(1 << 20, file.text().length());
        }
    }
}
