package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import timemory.Bundles;
import timemory.CurrentPeakRss;
import timemory.Timemory;
import timemory.settings.SettingsBuilder;
import timemory.tests.OptionalTools;

/** The peak memory that the kernel passes on from a process to the programs that it starts. */
@Tag("optional-tools")
class PeakOfAChildTest {

    private static final int LARGE = 400_000_000;

    @Test
    @EnabledForJreRange(minVersion = 22)
    void aJvmThatALargerProcessStartedTellsItsOwnPeak() throws Exception {
        String script = """
                import subprocess, sys
                large = b"1" * %d
                sys.exit(subprocess.run(sys.argv[1:]).returncode)
                """.formatted(LARGE);
        List<String> command = List.of(OptionalTools.requirePython(), "-c", script,
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "-Xmx32m",
                "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                Child.class.getName());
        Path printed = Files.createTempFile("timemory-peak", ".txt");
        int status = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile()).start().waitFor();
        String output = Files.readString(printed);
        Files.delete(printed);
        assertEquals(0, status, output);
        List<String> lines = output.lines().toList();
        String[] numbers = lines.get(lines.size() - 1).split(" ");
        long own = Long.parseLong(numbers[1]);
        assertTrue(own < LARGE / 2, output);
        assertTrue(Math.abs(Long.parseLong(numbers[0]) - own) < LARGE / 20, output);
    }

    /** Prints the peak according to the component and to the kernel. */
    static final class Child {
        public static void main(String[] arguments) throws IOException {
            SettingsBuilder settings = new SettingsBuilder();
            settings.setCoutOutput(false);
            settings.setFileOutput(false);
            Timemory.init(settings);
            Bundles.of(CurrentPeakRss.class).run("small", () -> {});
            double measured = Timemory.finalize().get(CurrentPeakRss.TYPE).find("small").getInclusive().sum(1);
            System.out.println((long) measured + " " + ReadingsTest.field("/proc/self", "status", "VmHWM:") * 1024);
        }
    }
}
