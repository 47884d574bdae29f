package timemory.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

@Tag("optional-tools")
class OptionalToolsTest {

    /** Those that a machine is least likely to lack, so that hiding them proves something. */
    private static final List<String> COMMON = List.of("kill", "python3", "node", "g++", "time");

    private static boolean isHidden() {
        return "all".equals(System.getenv("TIMEMORY_TESTS_WITHOUT"));
    }

    @Test
    void hiddenToolsAreNotFound() {
        assumeTrue(isHidden(), "nothing is hidden");
        for (String name : COMMON) {
            assertFalse(OptionalTools.isThere(name), name);
            TestAbortedException skipped = assertThrows(TestAbortedException.class, () -> OptionalTools.require(name));
            assertEquals("TIMEMORY_TESTS_WITHOUT hides " + name, skipped.getMessage());
        }
    }

    @Test
    void childProcessesDoNotFindHiddenToolsEither() throws Exception {
        assumeTrue(isHidden(), "nothing is hidden");
        for (String name : COMMON) {
            assertThrows(IOException.class, () -> new ProcessBuilder(name, "--version").start(), name);
        }
        assertEquals(0, new ProcessBuilder("sh", "-c", "exit 0").start().waitFor());
    }

    @Test
    void aMissingToolIsNamedWithItsPackage() {
        assumeTrue(!isHidden(), "all is hidden");
        assertEquals("there is no g++-none: install it (on Debian: g++)",
                assertThrows(TestAbortedException.class, () -> OptionalTools.require("g++-none")).getMessage());
    }

    @Test
    void aToolThatIsNotListedIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> OptionalTools.find("nowhere"));
    }

    @Test
    void whatATestLeavesRunningIsEnded() throws Exception {
        Process left = new ProcessBuilder("sleep", "600").start();
        ChildProcesses.end();
        assertTrue(left.waitFor() != 0);
    }

    @Test
    void signalsNeedNoProgram() throws Exception {
        Process process = new ProcessBuilder("sleep", "600").start();
        Signals.send("TERM", process.pid());
        assertEquals(143, process.waitFor());
    }
}
