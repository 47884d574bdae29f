package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import timemory.tools.EndedProcess;

/** The agent goes to the process that was looked at, and to no other. */
class AttachingTest {

    @Test
    void aProcessThatGotTheNumberSinceIsNotAttachedTo() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            IOException failure = assertThrows(IOException.class, () -> Attaching.load(EndedProcess.before(other), ""));
            assertEquals("process " + other.pid() + " has ended", failure.getMessage());
            assertTrue(other.isAlive(), "attaching would have ended it by SIGQUIT");
        } finally {
            other.destroyForcibly().waitFor();
        }
    }
}
