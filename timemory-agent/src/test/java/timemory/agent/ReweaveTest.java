package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes are woven again while the program runs. */
class ReweaveTest {
    @TempDir
    private Path folder;

    @Test
    void functionsThatAreNoLongerMeasuredLoseTheirHooks() throws Exception {
        Path log = folder.resolve("log");
        Programs.Outcome run = Programs.java(folder, List.of("-Xlog:redefine+class+load=info:file=" + log,
                "-javaagent:" + Programs.AGENT + "=include=^programs.Throttled;report", "-cp", Programs.CLASS_PATH), "programs.Throttled",
                log.toString());
        assertEquals(0, run.status(), run.errors());
        assertEquals(10_000, Table.of(run).count("programs.Throttled.brief"));
        assertEquals(2, Table.of(run).count("programs.Throttled.callOften"), "the others are measured as before");
        assertTrue(run.errors().contains("timemory: 1 function was called often and took little, and was measured no longer after a while "
                + "(--no-throttle measures it); the code of 1 is what it was before"), run.errors());
    }
}
