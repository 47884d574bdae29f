package timemory.nativecalls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Allocations of native code below the JVM. */
class AllocationsTest {

    @BeforeAll
    static void onlyWhereTheLibraryIsMade() {
        assumeTrue(System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64"));
        assumeTrue(NativeCallTuple.class.getResource("libtimemory-gotcha.so") != null, "there is no gcc");
    }

    private static long valueOf(String name, String output) {
        return Long.parseLong(Child.valueOf(name, output));
    }

    private static void assertBetween(long least, long most, long value, String output) {
        assertTrue(value >= least && value <= most, () -> value + " is not in " + least + ".." + most + ":\n" + output);
    }

    @Test
    void buffersOfTheJvmAndWhatZlibWorksWithAreCounted() throws Exception {
        assumeTrue(Runtime.version().feature() >= 22, "this Java calls no functions of C");
        String output = new Child(Child.THIS_JAVA, "--enable-native-access=ALL-UNNAMED").run("allocations");
        // The JVM's own allocations on this thread are small in comparison.
        assertBetween(3_000_000, 3_300_000, valueOf("malloc_gotcha buffer requested", output), output);
        assertBetween(3_000_000, 3_300_000, valueOf("malloc_gotcha buffer peak", output), output);
        long packed = valueOf("malloc_gotcha packed requested", output);
        assertBetween(250_000, 600_000, packed, output);
        assertBetween(packed - 100_000, packed + 100_000, valueOf("malloc_gotcha packed freed", output), output);
        // Compiler threads allocate at the same time.
        assertTrue(valueOf("memory_allocations buffer requested", output) >= 3_000_000, output);
    }

    @Test
    void whereNoFunctionsOfCCanBeCalledTheReasonIsSaid() throws Exception {
        assumeTrue(Runtime.version().feature() < 22, "this Java calls functions of C");
        String output = new Child(Child.THIS_JAVA).run("allocations");
        assertEquals(-1, output.indexOf("buffer requested"), output);
        assertTrue(output.contains("component malloc_gotcha is unavailable here and was skipped: "), output);
    }
}
