package benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import timemory.tests.OptionalTools;

/** Counts the instructions of a native region, which do not depend on the machine's load. */
@Tag("optional-tools")
class NativeInstructionsTest {

    private static final Path PROGRAM = Path.of("target/native/benchmarks.kexe");

    /**
     * With the kernel's clock 445, 20 of them in the C library on the way to the kernel, because valgrind disables the vDSO; with the
     * time-stamp counter, which auto uses if it can, 425. On a busy machine the counter may seem uneven compared with the clock under
     * valgrind, and auto then gives it up: 447. They were 414 and 396 before samples watched places. A run's start and end vary by 40,000.
     */
    @ParameterizedTest
    @EnabledIfEnvironmentVariable(named = "THOROUGH", matches = "true", disabledReason = "the native benchmarks are not optimised")
    @CsvSource({"monotonic, 455", "auto, 455"})
    void aRegionTakesNoMoreInstructionsThanItDid(String source, long most) throws IOException, InterruptedException {
        assumeTrue(Files.exists(PROGRAM), "the native benchmarks are not built");
        long region = (instructionsOf("hundred-ten-thousand", source) - instructionsOf("ten-thousand", source)) / 100_000;
        assertTrue(region > 100 && region <= most, region + " instructions a region, at most " + most);
    }

    private static long instructionsOf(String benchmark, String source) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                OptionalTools.require("valgrind"), "--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM.toString(), benchmark)
                .redirectErrorStream(true);
        builder.environment().put("TIMEMORY_AUTO_OUTPUT", "false");
        builder.environment().put("TIMEMORY_WALL_CLOCK_SOURCE", source);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0, output);
        Matcher counted = Pattern.compile("Collected : (\\d+)").matcher(output);
        assertTrue(counted.find(), output);
        return Long.parseLong(counted.group(1));
    }
}
