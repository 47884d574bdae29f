package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample of native calls, on a Java that calls the system's zlib and on the one that runs the tests. */
class NativeCallsSampleTest {

    private static final Path WITH_SYSTEM_ZLIB = Path.of("/usr/lib/jvm/java-17-openjdk-amd64/bin/java");

    @TempDir
    Path folder;

    private String run(Path java) throws IOException, InterruptedException {
        assumeTrue(System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64"));
        Path file = Files.write(folder.resolve("zeros"), new byte[100_000]);
        ProcessBuilder builder = new ProcessBuilder(List.of("timeout", "100", java.toString(), "-cp", System.getProperty("java.class.path"),
                "samples.NativeCallsInJava", file.toString())).redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_"));
        builder.environment().put("TIMEMORY_AUTO_OUTPUT", "false");
        Process process = builder.start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it does not end");
        String output = Files.readString(folder.resolve("out"));
        assertEquals(0, process.exitValue(), output);
        return output;
    }

    /** The number of {@code function} in the line that starts with {@code label}. */
    private static long number(String label, String function, String output) {
        Matcher line = Pattern.compile("(?m)^" + label + ",.* " + Pattern.quote(function) + " (\\d+)").matcher(output);
        assertTrue(line.find(), output);
        return Long.parseLong(line.group(1));
    }

    private static long packedBytes(String output) {
        Matcher line = Pattern.compile("100000 bytes, packed (\\d+)").matcher(output);
        assertTrue(line.find(), output);
        return Long.parseLong(line.group(1));
    }

    @Test
    void bytesThatAreReadAndWrittenAreThoseOfTheFiles() throws Exception {
        String output = run(Path.of(System.getProperty("java.home"), "bin", "java"));
        assertEquals(100_000, number("again: pack", "read/result", output), output);
        assertEquals(packedBytes(output), number("again: pack", "write/result", output), output);
        assertEquals(packedBytes(output), number("again: unpack", "read/result", output), output);
    }

    @Test
    void zlibOfTheSystemIsCounted() throws Exception {
        assumeTrue(Files.exists(WITH_SYSTEM_ZLIB));
        String output = run(WITH_SYSTEM_ZLIB);
        assertTrue(number("again: pack", "libz.so.1:deflate", output) > 0, output);
        assertEquals(0, number("again: pack", "libz.so.1:inflate", output), output);
        assertTrue(number("again: unpack", "libz.so.1:inflate", output) > 0, output);
        assertEquals(0, number("again: unpack", "libz.so.1:deflate", output), output);
    }
}
