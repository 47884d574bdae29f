package benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/**
 * Counts the resources that a native program of one region uses from start to end, with measures that do not depend on the machine's load.
 */
@Tag("optional-tools")
class NativeStartTest {

    private static final Path PROGRAM = Path.of("target/native/benchmarks.kexe").toAbsolutePath();
    private static final String OPTIMISED = "the native benchmarks are not optimised";

    @TempDir
    private Path folder;

    @BeforeEach
    void isBuilt() {
        assumeTrue(Files.exists(PROGRAM), "the native benchmarks are not built");
    }

    /** Each library that is loaded takes twenty calls of the system, used or not. */
    @Test
    void noLibraryIsLoadedThatIsNotUsed() throws IOException, InterruptedException {
        // Without a static one, programs are linked with the shared libstdc++.
        String cpp = outputOf(OptionalTools.require("gcc"), "-print-file-name=libstdc++.a").strip();
        assumeTrue(Path.of(cpp).isAbsolute(), "there is no static libstdc++: install it (on Debian: g++)");
        String libraries = Pattern.compile("NEEDED.*\\[(.*)]")
                .matcher(outputOf("readelf", "-d", PROGRAM.toString())).results().map(found -> found.group(1)).sorted().toList().toString();
        assertEquals("[ld-linux-x86-64.so.2, libc.so.6, libgcc_s.so.1, libm.so.6]", libraries);
    }

    /** 3,600 where pages of objects had the 128 KiB that they have by default. */
    @Test
    @EnabledIfEnvironmentVariable(named = "THOROUGH", matches = "true", disabledReason = OPTIMISED)
    void fewPagesOfMemoryAreFilled() throws IOException, InterruptedException {
        // Not by subprocess, whose child is a copy of Python at first and counts the pages of that.
        String script = "import os, sys; child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ); "
                + "_, status, usage = os.wait4(child, 0); print('faults', usage.ru_minflt, flush=True); sys.exit(status)";
        assertAtMost(1_600, "faults (\\d+)", outputOf(OptionalTools.requirePython(), "-c", script, PROGRAM.toString(), "hello"));
    }

    /** 10.3 million when Kotlin's runtime converted the page's template to bytes character by character. */
    @Test
    @EnabledIfEnvironmentVariable(named = "THOROUGH", matches = "true", disabledReason = OPTIMISED)
    void fewInstructionsAreNeeded() throws IOException, InterruptedException {
        String output = outputOf(OptionalTools.require("valgrind"), "--tool=callgrind", "--callgrind-out-file=/dev/null",
                PROGRAM.toString(), "hello");
        assertAtMost(7_000_000, "Collected : (\\d+)", output);
    }

    private static void assertAtMost(long most, String pattern, String output) {
        Matcher counted = Pattern.compile(pattern).matcher(output);
        assertTrue(counted.find(), output);
        long count = Long.parseLong(counted.group(1));
        assertTrue(count > most / 10 && count <= most, count + ", at most " + most);
    }

    private String outputOf(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0, output);
        return output;
    }
}
