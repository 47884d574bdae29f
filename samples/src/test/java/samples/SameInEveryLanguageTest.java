package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/** The shared samples in each language that this machine can build or run: the same results. */
@Tag("optional-tools")
class SameInEveryLanguageTest {

    /** The commands with which the scripts build or run programs. Kotlin/Native is built before, and Java runs this. */
    private static final Map<String, String> COMPILERS = new LinkedHashMap<>();

    static {
        COMPILERS.put("C", "gcc");
        COMPILERS.put("C++", "g++");
        COMPILERS.put("Fortran", "gfortran");
        COMPILERS.put("Python", "python3");
    }

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

    @Test
    void functionsOfAProgramThatKnowsNothingOfItAreMeasuredAlikeInEveryWay() throws IOException, InterruptedException {
        OptionalTools.require("gcc");
        String output = outputOf("native/same-functions", """
                mean 1.000
                >>> main 1
                >>> |_heat 1
                >>>   |_spread 20
                >>>     |_flow 19960
                >>> |_mean 1
                """);
        String ways = "the same by timemory run, hooks" + (output.contains("XRay: not run") ? "\n" : ", XRay\n");
        assertTrue(output.endsWith(ways), output);
    }

    private void assertSame(String script, String results) throws IOException, InterruptedException {
        String output = outputOf(script, results);
        String last = output.lines().reduce("", (before, line) -> line);
        assertTrue(last.startsWith("the same in "), output);
        List<String> same = List.of(last.substring("the same in ".length()).split(", "));
        List<String> run = new ArrayList<>();
        COMPILERS.forEach((language, compiler) -> {
            if (OptionalTools.isThere(compiler)) run.add(language);
            else assertTrue(output.contains(language + ": not run, there is no " + compiler), output);
        });
        run.addAll(List.of("Kotlin/Native", "Java"));
        assertEquals(run, same, output);
    }

    private String outputOf(String script, String results) throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("../timemory-native/target/lib/libtimemory.so")), "native code is not built on this machine");
        ProcessBuilder builder = new ProcessBuilder(script, work.toString()).redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        assertTrue(output.startsWith(results), output);
        return output;
    }
}
