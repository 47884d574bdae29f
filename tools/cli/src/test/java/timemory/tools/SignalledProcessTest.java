package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The signal of {@code timemory open} goes to the process that was looked at, and to no other. */
class SignalledProcessTest {

    @TempDir
    private Path folder;

    @Test
    void aProcessThatGotTheNumberSinceIsNotSignalled() throws Exception {
        String script = "trap 'touch signalled' USR2; touch ready; while :; do sleep 0.02; done";
        Process other = new ProcessBuilder("sh", "-c", script).directory(folder.toFile()).start();
        try {
            while (!Files.exists(folder.resolve("ready"))) {
                Thread.sleep(5);
            }
            LiveFolders folders = new LiveFolders(folder, Map.of("TMPDIR", folder.toString()));
            SignalledProcess ended = new SignalledProcess(EndedProcess.before(other), "USR2", folders);
            IOException failure = assertThrows(IOException.class, () -> ended.switchLive(true));
            assertEquals("process " + other.pid() + " has ended", failure.getMessage());
            Thread.sleep(100); // time to go wrong: the test does not fail for want of it
            assertFalse(Files.exists(folder.resolve("signalled")));
        } finally {
            other.destroyForcibly().waitFor();
        }
    }
}
