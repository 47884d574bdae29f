package timemory.nativecalls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

class NativeCallsTest {

    @BeforeAll
    static void onlyWhereTheLibraryIsMade() {
        assumeTrue(System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64"));
        assumeTrue(NativeCallTuple.class.getResource("libtimemory-gotcha.so") != null, "there is no gcc");
    }

    private static Path withSystemZlib() {
        assumeTrue(Files.exists(Child.WITH_SYSTEM_ZLIB), "no Java here calls the system's zlib");
        return Child.WITH_SYSTEM_ZLIB;
    }

    @Test
    void eachThreadFindsTheCallsAndBytesThatItPassedToZlib() throws Exception {
        String output = new Child(withSystemZlib()).run("zlib", "8");
        assertEquals("0", Child.valueOf("different", output), output);
        assertTrue(Long.parseLong(Child.valueOf("inflated", output)) > 8 * 10, output);
    }

    @Test
    void anObjectThatHasNoSuchFunctionIsReportedAndNotCountedForAnother() throws Exception {
        String output = new Child(withSystemZlib()).run("zlib", "1");
        assertTrue(output.contains("no call of native function 'libzzz:inflate' is counted so far: objects call inflate "
                + "of another object than the given one. It is in /"), output);
        assertTrue(output.contains("libz.so.1"), output);
    }

    @Test
    void readsAndWritesOfJavaIoAreCountedWithTheirBytes() throws Exception {
        String output = new Child(Child.THIS_JAVA, "-Xint").run("files");
        assertEquals("7", Child.valueOf("write", output), output);
        assertEquals("2800", Child.valueOf("write/2", output), output);
        assertEquals("2800", Child.valueOf("write/result", output), output);
        assertEquals("4", Child.valueOf("read", output), output);
        assertEquals("2800", Child.valueOf("read/result", output), output);
        assertEquals("4000", Child.valueOf("libc:read/2", output), output);
        assertTrue(Long.parseLong(Child.valueOf("read/time", output)) > 0, output);
    }

    @Test
    void aFunctionThatNothingCallsIsReportedWithTheNearestName() throws Exception {
        String output = new Child(Child.THIS_JAVA).run("named", "libc:opendirr");
        assertTrue(output.contains("no call of native function 'libc:opendirr' is counted so far: no object of this process has or calls "
                + "opendirr. The nearest that is called is opendir."), output);
        assertEquals("[wall_clock, named]", Child.valueOf("components", output));
    }

    @Test
    void aFunctionThatIsInAnObjectAndCalledByNoneIsReportedWithTheObject() throws Exception {
        String output = new Child(Child.THIS_JAVA).run("named", "posix_spawn_file_actions_addfchdir_np");
        assertTrue(output.contains("no object calls posix_spawn_file_actions_addfchdir_np through the GOT. It is in /"), output);
        assertTrue(output.contains("libc.so.6"), output);
    }

    @Test
    void zlibInsideOfLibzipIsReportedAsUnreachable() throws Exception {
        Path libzip = Path.of(System.getProperty("java.home"), "lib", "libzip.so");
        assumeTrue(!Files.readString(libzip, StandardCharsets.ISO_8859_1).contains("libz.so.1"));
        String output = new Child(Child.THIS_JAVA).run("named", "libz.so.1:inflate");
        assertTrue(output.contains("no call of native function 'libz.so.1:inflate' is counted so far"), output);
        assertTrue(output.contains("This Java runtime has zlib inside its libzip.so, whose calls do not use the GOT"), output);
    }

    @Test
    void whatIsLoadedLaterIsCounted() throws Exception {
        String output = new Child(Child.THIS_JAVA).run("later");
        assertEquals("false", Child.valueOf("loaded before", output), output);
        assertEquals("true", Child.valueOf("loaded after", output), output);
        assertEquals("5", Child.valueOf("opendir", output), output);
    }

    /** Which the JVM computes itself otherwise. */
    @Test
    void checksumsAreCountedWithTheirBytes() throws Exception {
        Child child = new Child(withSystemZlib(), "-XX:+UnlockDiagnosticVMOptions", "-XX:-UseCRC32Intrinsics");
        String output = child.run("checksums");
        assertEquals("5 of 15000 bytes", Child.valueOf("crc32", output), output);
    }

    @Test
    void nativeMethodsAreCountedFromTheirFirstCall() throws Exception {
        String output = new Child(Child.THIS_JAVA).run("methods");
        assertTrue(output.contains("A native method is counted only if it was not called before"), output);
        assertEquals("true", Child.valueOf("same", output), output);
    }

    @Test
    void theJvmGoesOnWhileItsOwnCallsAreCounted() throws Exception {
        assertSoaks(Child.THIS_JAVA, "-XX:+UseParallelGC");
        assertSoaks(Child.THIS_JAVA, "-XX:+UseG1GC");
        if (Files.exists(Child.WITH_SYSTEM_ZLIB)) assertSoaks(Child.WITH_SYSTEM_ZLIB, "-XX:+UseSerialGC");
    }

    private static void assertSoaks(Path java, String collector) throws Exception {
        String output = new Child(java, "-Xmx64m", collector).run("soak");
        assertEquals("0", Child.valueOf("failed", output), output);
        assertEquals("true", Child.valueOf("allocated", output), output);
    }

    @Test
    void nothingIsLoadedBeforeItIsUsed() throws Exception {
        String output = new Child(Child.THIS_JAVA).run("unused");
        assertEquals("false", Child.valueOf("loaded", output), output);
        assertEquals("true", Child.valueOf("loaded when used", output), output);
    }

    @Test
    void nothingIsLeftInTheTemporaryFolder(@TempDir Path folder) throws Exception {
        String output = new Child(Child.THIS_JAVA, "-Djava.io.tmpdir=" + folder).run("left");
        assertEquals("[]", Child.valueOf("left", output), output);
    }

    @Test
    void whereItCannotBeUnpackedItIsLeftOutAndOthersAreMeasured(@TempDir Path folder) throws Exception {
        String output = new Child(Child.THIS_JAVA, "-Djava.io.tmpdir=" + folder.resolve("missing")).run("named", "read");
        assertEquals("[wall_clock]", Child.valueOf("components", output), output);
        assertTrue(output.contains("libtimemory-gotcha.so cannot be written below " + folder.resolve("missing")), output);
        assertTrue(output.contains("-Djava.io.tmpdir"), output);
    }

    /** In a separate namespace, where a user may mount file systems that only it sees. */
    @Test
    void whereNothingMayBeExecutedThatIsSaid(@TempDir Path folder) throws Exception {
        String mount = "mount -t tmpfs -o noexec tmpfs " + folder;
        Process trial = new ProcessBuilder(OptionalTools.require("unshare"), "-rm", "sh", "-c", mount).redirectErrorStream(true).start();
        trial.getInputStream().readAllBytes();
        assumeTrue(trial.waitFor() == 0, "this machine has no name spaces for users");
        Path script = Files.writeString(folder.resolveSibling("java-in-noexec-" + folder.getFileName()),
                "#!/bin/sh\nexec unshare -rm sh -c '" + mount + " && exec \"$@\"' sh " + Child.THIS_JAVA + " \"$@\"\n");
        try {
            assertTrue(script.toFile().setExecutable(true));
            String output = new Child(script, "-Djava.io.tmpdir=" + folder).run("named", "read");
            assertEquals("[wall_clock]", Child.valueOf("components", output), output);
            assertTrue(output.contains("libtimemory-gotcha.so cannot be loaded from " + folder + ", which is mounted noexec"), output);
        } finally {
            Files.delete(script);
        }
    }

    @Test
    void whereNativeAccessIsDeniedItIsLeftOutAndOthersAreMeasured() throws Exception {
        assumeTrue(Runtime.version().feature() >= 24, "this Java asks for no permission");
        String output = new Child(Child.THIS_JAVA, "--illegal-native-access=deny").run("named", "read");
        assertEquals("[wall_clock]", Child.valueOf("components", output), output);
        assertTrue(output.contains("--enable-native-access=ALL-UNNAMED"), output);
    }

    @Test
    void onVirtualThreadsItIsLeftOut() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this Java has no virtual threads");
        String output = new Child(Child.THIS_JAVA, "--enable-native-access=ALL-UNNAMED").run("virtual");
        assertEquals("[wall_clock]", Child.valueOf("components", output), output);
        assertTrue(output.contains("virtual"), output);
    }

    @Test
    void aSettingNamesTheFunctions() throws Exception {
        Map<String, String> variables = Map.of("TIMEMORY_COMPONENTS", "wall_clock, native_calls", "TIMEMORY_NATIVE_CALLS",
                "libc:read, read/result");
        String output = new Child(Child.THIS_JAVA, variables).run("setting");
        assertEquals("[libc:read, read/result]", Child.valueOf("functions", output), output);
        assertFalse(Child.valueOf("reads", output).equals("0.0"), output);
        assertTrue(Double.parseDouble(Child.valueOf("bytes", output)) >= 10, output);
    }

    @Test
    void whatASettingNamesWronglyIsReportedAndTheOthersAreCounted() throws Exception {
        Map<String, String> variables = Map.of("TIMEMORY_COMPONENTS", "native_calls", "TIMEMORY_NATIVE_CALLS",
                "libc:read, read/result, read/9");
        String output = new Child(Child.THIS_JAVA, variables).run("setting");
        assertEquals("[libc:read, read/result]", Child.valueOf("functions", output), output);
        assertTrue(output.contains("native function 'read/9' of TIMEMORY_NATIVE_CALLS is skipped: 'read/9' is not a native function"),
                output);
    }

    @Test
    void anAuditSeesArgumentsAndResultsAndNothingOfItsOwn() throws Exception {
        String output = new Child(Child.THIS_JAVA, "-Xint").run("audit");
        assertEquals("4000", Child.valueOf("asked", output), output);
        assertEquals("2500", Child.valueOf("got", output), output);
        assertEquals("5", Child.valueOf("calls", output), output);
        assertEquals("5", Child.valueOf("returned", output), output);
        assertEquals("Input/output error", Child.valueOf("refused", output), output);
    }

    @Test
    void whatAnAuditThrowsIsReportedOnceAndTheCallGoesOn() throws Exception {
        String output = new Child(Child.THIS_JAVA).run("audit");
        assertEquals("200", Child.valueOf("read", output), output);
        String sentence = "the audit of native function 'read' failed with java.lang.IllegalStateException: on purpose";
        assertEquals(1, output.split(sentence, -1).length - 1, output);
    }

    @Test
    void callersThatMayNotRunJavaAreNeverAudited() throws Exception {
        String output = new Child(Child.THIS_JAVA).run("audit");
        assertTrue(output.contains("no call of native function 'read' is audited so far: none of [libjvm, libc.so.6, libzip]"), output);
    }

    @Test
    void auditsOfManyThreadsMissNothingWhileOthersComeAndGo() throws Exception {
        String output = new Child(Child.THIS_JAVA, "-Xmx32m").run("audit-threads");
        assertEquals("true", Child.valueOf("same", output), output);
    }

    @Test
    void anAuditNeedsAFunctionAndItsCallers() {
        NativeAudit audit = new NativeAudit() {};
        assertThrows(IllegalArgumentException.class, () -> NativeGotcha.permit("read/2", List.of("libnio"), audit));
        assertThrows(IllegalArgumentException.class, () -> NativeGotcha.permit("vfork", List.of("libnio"), audit));
        assertThrows(IllegalArgumentException.class, () -> NativeGotcha.permit("read", List.of(), audit));
    }
}
