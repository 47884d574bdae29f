package timemory.tools.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @Test
    void aShortStepShowsNothing() throws IOException {
        try (Progress progress = new Progress("reading", 3, new PrintStream(shown))) {
            progress.watched(new ByteArrayInputStream(new byte[3])).readAllBytes();
        }
        assertEquals("", shown.toString());
    }

    @Test
    void aLongStepShowsABarAndTakesItAway() throws InterruptedException {
        try (Progress progress = new Progress("reading x", 200, new PrintStream(shown))) {
            Thread.sleep(1100);
            progress.reached(100);
        }
        assertEquals("\rreading x [" + "#".repeat(15) + " ".repeat(15) + "]  50 %\r\u001B[K", shown.toString());
    }

    @Test
    void withoutATerminalNothingIsShown() throws InterruptedException {
        try (Progress progress = new Progress("reading x", 200, null)) {
            Thread.sleep(1100);
            progress.reached(100);
        }
        assertTrue(shown.toString().isEmpty());
    }
}
