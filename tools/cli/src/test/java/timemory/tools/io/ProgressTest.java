package timemory.tools.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final long SECOND = 1_000_000_000L;

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private long now;

    private Progress progress(String what, long whole, boolean hasTerminal) {
        return new Progress(what, whole, hasTerminal ? new PrintStream(shown) : null, () -> now);
    }

    @Test
    void aShortStepShowsNothing() throws IOException {
        try (Progress progress = progress("reading", 3, true)) {
            now += SECOND - 1;
            progress.watched(new ByteArrayInputStream(new byte[3])).readAllBytes();
        }
        assertEquals("", shown.toString());
    }

    @Test
    void aLongStepShowsABarAndTakesItAway() {
        try (Progress progress = progress("reading x", 200, true)) {
            now += SECOND;
            progress.reached(100);
        }
        assertEquals("\rreading x [" + "#".repeat(15) + " ".repeat(15) + "]  50 %\r\u001B[K", shown.toString());
    }

    @Test
    void withoutATerminalNothingIsShown() {
        try (Progress progress = progress("reading x", 200, false)) {
            now += SECOND;
            progress.reached(100);
        }
        assertTrue(shown.toString().isEmpty());
    }
}
