package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import timemory.Bundles;
import timemory.Timemory;
import timemory.TripCount;
import timemory.bundle.Bundle2;
import timemory.forwarding.GperftoolsHeapProfiler;
import timemory.settings.SettingsBuilder;
import timemory.tests.OptionalTools;

/** The real heap profiler of gperftools, which must be preloaded. */
@EnabledForJreRange(minVersion = 22)
@Tag("optional-tools")
class HeapOfAPreloadedProgramTest {
    private static final String LIBRARY = "/usr/lib/x86_64-linux-gnu/libtcmalloc.so.4";
    private static final int BYTES = 50_000_000;

    /** Allocates off-heap memory in a region, and prints what gperftools sees of it. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            SettingsBuilder settings = new SettingsBuilder();
            settings.setOutputPath(args[0]);
            settings.setFileOutput(false);
            settings.setCoutOutput(false);
            Timemory.init(settings);
            Bundle2<TripCount, GperftoolsHeapProfiler> tools = Bundles.of(TripCount.class, GperftoolsHeapProfiler.class);
            tools.run("allocate", () -> {
                ByteBuffer memory = ByteBuffer.allocateDirect(BYTES);
                System.out.println(GperftoolsHeapProfiler.getProfile().lines().findFirst().orElse("nothing"));
                memory.put(0, (byte) 1);
            });
            System.out.println(Timemory.finalize().getProblems());
        }
    }

    @Test
    void whatIsAllocatedInARegionIsInItsProfile(@TempDir Path folder) throws Exception {
        assumeTrue(OptionalTools.findFile(Path.of(LIBRARY)).isPresent(), "libgoogle-perftools4 is not installed");
        ProcessBuilder program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), Program.class.getName(),
                folder.toString());
        program.environment().put("LD_PRELOAD", LIBRARY);
        // If other code moves the end of the heap, as the JVM does through its C library, the allocator sometimes ran into foreign memory.
        program.environment().put("TCMALLOC_SKIP_SBRK", "true");
        Path output = folder.resolve("out");
        int status = program.redirectOutput(output.toFile()).redirectError(folder.resolve("err").toFile()).start().waitFor();
        assertEquals(0, status, Files.readString(folder.resolve("err")));
        List<String> lines = Files.readAllLines(output);
        // heap profile: objects: bytes [ objects: bytes] @ heapprofile
        long bytes = Long.parseLong(lines.get(0).split("[:\\[]")[2].trim());
        assertTrue(bytes >= BYTES, lines.get(0));
        assertEquals("[]", lines.get(1));
        String[] profiles = folder.toFile().list((where, name) -> name.endsWith(".heap"));
        assertEquals(List.of("gperftools_heap_profiler_0.0001.heap"), Arrays.asList(profiles), folder + File.separator);
    }
}
