package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shared samples in each language that this machine can build or run: the same results. */
class SameInEveryLanguageTest {

    @TempDir
    Path work;

    @Test
    void everyLanguageGivesTheSameCallGraph() throws IOException, InterruptedException {
        assertSame("native/same-graph", """
                >>> main 1
                >>> |_fill 3
                >>> |_work 20
                >>> |_solve 2
                >>>   |_step 10
                >>>     |_inner 10
                """);
    }

    @Test
    void everyLanguageCountsTheSameCallsOfLibraries() throws IOException, InterruptedException {
        assertSame("native/same-calls", """
                crc32 1000 500500
                adler32 1000 1000000
                results f4d70132 5af2255d 84.916548
                >>> main 1
                >>> |_cos 100
                """);
    }

    private void assertSame(String script, String results) throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("../timemory-native/target/lib/libtimemory.so")), "native code is not built on this machine");
        ProcessBuilder builder = new ProcessBuilder(script, work.toString()).redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        assertTrue(output.startsWith(results), output);
        String same = output.lines().reduce("", (before, line) -> line);
        assertTrue(same.startsWith("the same in C, ") && same.endsWith("Kotlin/Native, Java"), output);
    }
}
