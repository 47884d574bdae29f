package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/** {@code timemory run --preload}, with files for libraries that the dynamic linker passes over: what programs start with. */
@Tag("java17")
class PreloadTest {
    private static final List<String> LIBRARIES =
            List.of("libtimemory.so", "libtimemory-run.so", "libtimemory-mallocp.so", "libtimemory-mpip.so",
                    "libtimemory-ncclp.so", "libtimemory-ompt.so", "libtimemory-openacc.so", "timemory/kokkos-tools/kp_timemory.so");

    @TempDir
    private Path folder;

    private Path exec;

    @BeforeEach
    void prepare() throws IOException {
        for (String library : LIBRARIES) {
            Files.createDirectories(lib(library).getParent());
            Files.createFile(lib(library));
        }
        exec = Files.createTempFile(folder, "exec", "");
        System.setProperty("timemory.exec", exec.toString());
        System.setProperty("timemory.libraries", lib("").toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty("timemory.exec");
        System.clearProperty("timemory.libraries");
    }

    private Path lib(String name) {
        return folder.resolve("lib").resolve(name);
    }

    private static Outcome run(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        return Outcome.ofTimemory(new StringWriter(), all.toArray());
    }

    /** The command that was left for the shell, run. */
    private Outcome shell() throws Exception {
        return Outcome.ofScript(exec, folder, environment -> {});
    }

    /** The environment of a program that is started with these options. */
    private Map<String, String> environment(Object... options) throws Exception {
        List<Object> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--", "env"));
        Outcome prepared = run(all.toArray());
        assertEquals(0, prepared.status(), prepared.err());
        Map<String, String> environment = new HashMap<>();
        for (String line : shell().out().split("\n")) {
            String[] sides = line.split("=", 2);
            if (sides.length == 2) environment.put(sides[0], sides[1]);
        }
        return environment;
    }

    private static void assertRefused(String message, Outcome outcome) {
        assertEquals(2, outcome.status());
        assertTrue(outcome.err().startsWith("timemory run: " + message), outcome.err());
    }

    @Test
    void eachToolIsNamedWhereItIsLookedFor() throws Exception {
        Map<String, String> environment = environment("--preload", "mallocp,mpip,ncclp,ompt,openacc,kokkos");
        assertEquals(
                String.join(":", lib("libtimemory.so").toString(), lib("libtimemory-mallocp.so").toString(),
                        lib("libtimemory-mpip.so").toString(), lib("libtimemory-ncclp.so").toString(),
                        lib("libtimemory-ompt.so").toString()),
                environment.get("LD_PRELOAD"));
        assertEquals(lib("libtimemory-ompt.so").toString(), environment.get("OMP_TOOL_LIBRARIES"));
        assertEquals(lib("libtimemory-openacc.so").toString(), environment.get("ACC_PROFLIB"));
        assertEquals(lib("timemory/kokkos-tools/kp_timemory.so").toString(), environment.get("KOKKOS_TOOLS_LIBS"));
        assertEquals(lib("timemory/kokkos-tools/kp_timemory.so").toString(), environment.get("KOKKOS_PROFILE_LIBRARY"));
    }

    /** The environment that a native program is started in without naming tools. */
    private Map<String, String> ofFunctions(Object... arguments) throws Exception {
        Outcome prepared = run(arguments);
        assertEquals(0, prepared.status(), prepared.err());
        Map<String, String> environment = new HashMap<>();
        for (String word : Files.readString(exec).split("' '")) {
            String[] sides = word.split("=", 2);
            if (sides.length == 2) environment.put(sides[0], sides[1]);
        }
        return environment;
    }

    @Test
    void functionsOfANativeProgramAreMeasuredWithoutNamingATool() throws Exception {
        Path program = elf("solver", 2, 62, true, "rwx------");
        Map<String, String> environment = ofFunctions("-I", "^solve\\d", "-I", "Matrix", "-E", "get", "-R", "::", "-MI", "libm", "-r", "9",
                "--min-size-loop", "3", "--no-throttle", "-q", "--", program);
        assertEquals(lib("libtimemory.so") + ":" + lib("libtimemory-run.so"), environment.get("LD_PRELOAD"));
        assertEquals("(^solve[0-9])|(Matrix)", environment.get("TIMEMORY_INSTRUMENT_INCLUDE"));
        assertEquals("get", environment.get("TIMEMORY_INSTRUMENT_EXCLUDE"));
        assertEquals("::", environment.get("TIMEMORY_INSTRUMENT_RESTRICT"));
        assertEquals("libm", environment.get("TIMEMORY_INSTRUMENT_LIBRARIES"));
        assertEquals("9", environment.get("TIMEMORY_INSTRUMENT_MIN_SIZE"));
        assertEquals("3", environment.get("TIMEMORY_INSTRUMENT_MIN_SIZE_LOOP"));
        assertEquals("true", environment.get("TIMEMORY_INSTRUMENT_QUIET"));
        assertEquals(program.toRealPath().toString(), environment.get("TIMEMORY_INSTRUMENT_PROGRAM"));
        assertEquals("0", environment.get("TIMEMORY_THROTTLE_VALUE"));
        assertEquals("32", environment.get("TIMEMORY_MAX_DEPTH"));
        assertEquals("(a)|(^main$)", ofFunctions("-I", "a", "-m", "--", program).get("TIMEMORY_INSTRUMENT_INCLUDE"));
        assertEquals("libz", ofFunctions("-I", "module:libz", "--", program).get("TIMEMORY_INSTRUMENT_LIBRARIES"));
        Map<String, String> excluded = ofFunctions("-ME", "libm", "-E", "module:libz", "-E", "a", "-R", "::", "-R", "\\d$", "--", program);
        assertEquals("(libm)|(libz)", excluded.get("TIMEMORY_INSTRUMENT_EXCLUDE_LIBRARIES"));
        assertEquals("a", excluded.get("TIMEMORY_INSTRUMENT_EXCLUDE"));
        assertEquals("::\n[0-9]$", excluded.get("TIMEMORY_INSTRUMENT_RESTRICT"));
        Map<String, String> hooked = ofFunctions("--mode", "region", "--load", lib("libtimemory-run.so"), "--entry-function", "begins",
                "--exit-function", "ends", "--", program);
        assertEquals(List.of("region", lib("libtimemory-run.so").toString(), "begins", "ends"),
                List.of("MODE", "LOAD", "ENTRY", "EXIT").stream().map(name -> hooked.get("TIMEMORY_INSTRUMENT_" + name)).toList());
        Map<String, String> both = ofFunctions("--preload", "functions,mallocp", "-I", "x", "--", program);
        assertEquals("x", both.get("TIMEMORY_INSTRUMENT_INCLUDE"));
        assertTrue(both.get("LD_PRELOAD").endsWith(lib("libtimemory-run.so") + ":" + lib("libtimemory-mallocp.so")), both.toString());
    }

    @Test
    void whatStartsANativeProgramIsNotMeasured() throws Exception {
        Path program = elf("solver", 2, 62, true, "rwx------");
        String real = program.toRealPath().toString();
        for (List<Object> command : List.<List<Object>>of(List.of("env", "A=b", program), List.of("timeout", "10", "nice", program, "x"))) {
            List<Object> all = new ArrayList<>(List.of("--"));
            all.addAll(command);
            assertEquals(real, ofFunctions(all.toArray()).get("TIMEMORY_INSTRUMENT_PROGRAM"), command.toString());
        }
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        for (Object[] command : List.<Object[]>of(new Object[] {"--", script}, new Object[] {"--", "sh", script})) {
            assertFalse(ofFunctions(command).containsKey("LD_PRELOAD"));
            assertTrue(ofFunctions(command).containsKey("JAVA_TOOL_OPTIONS"));
        }
    }

    @Test
    void whatNativeFunctionsDoNotHaveIsRefused() throws Exception {
        Path program = elf("solver", 2, 62, true, "rwx------");
        assertRefused("--callers is for Java programs, and '" + program + "' is a native one", run("--callers", "x", "--", program));
        assertRefused("'class:x' is about the class of a function in Java", run("-I", "class:x", "--", program));
        assertRefused("--mode must be trace or region, not 'both'", run("--mode", "both", "--", program));
        assertRefused("--load: file '/nowhere.so' not found", run("--load", "/nowhere.so", "--exit-function", "x", "--", program));
        assertRefused("--load names a library for --entry-function and --exit-function", run("--load", program, "--", program));
        assertRefused("--entry-function is for functions: name them, as in --preload functions,mpip",
                run("--preload", "mpip", "--entry-function", "x", "--", program));
        assertRefused("--entry-function is for functions of native programs, and this program is in Java",
                run("--entry-function", "begins", "--", "java", "Main"));
        assertRefused("--min-size is for Java programs, and --preload measures native programs",
                run("--preload", "mpip", "-r", "4", "--", program));
        Files.delete(lib("libtimemory-run.so"));
        assertRefused("functions needs " + lib("libtimemory-run.so") + ", which is missing", run("--", program));
    }

    @Test
    void aToolThatIsNotAskedForIsNotNamed() throws Exception {
        Map<String, String> environment = environment("--preload", "openacc");
        assertEquals(lib("libtimemory.so").toString(), environment.get("LD_PRELOAD"));
        assertFalse(environment.containsKey("OMP_TOOL_LIBRARIES"));
        assertFalse(environment.containsKey("KOKKOS_TOOLS_LIBS"));
    }

    @Test
    void whatIsNamedAlreadyStays() throws Exception {
        Map<String, String> outside = Map.of("LD_PRELOAD", "libasan.so", "OMP_TOOL_LIBRARIES", "other.so", "ACC_PROFLIB", "acc.so",
                "KOKKOS_TOOLS_LIBS", "kp.so");
        Preloading preloading = new Preloading(lib(""), outside);
        preloading.load(List.of(PreloadedTool.OMPT, PreloadedTool.OPENACC, PreloadedTool.KOKKOS));
        List<String> lines = preloading.report("there-is-no-such-program");
        assertTrue(lines.contains("LD_PRELOAD=libasan.so:" + lib("libtimemory.so") + ":" + lib("libtimemory-ompt.so")), lines.toString());
        assertTrue(lines.contains("OMP_TOOL_LIBRARIES=" + lib("libtimemory-ompt.so") + ":other.so"), lines.toString());
        assertTrue(lines.contains("ACC_PROFLIB=acc.so;" + lib("libtimemory-openacc.so")), lines.toString());
        assertTrue(lines.contains("KOKKOS_TOOLS_LIBS was 'kp.so', which is not loaded: it can name only one library"), lines.toString());
    }

    @Test
    void whatIsSetIsReportedUnlessItIsNotWanted() {
        Outcome run = run("--preload", "mpip", "--", "true");
        assertTrue(run.err().startsWith("timemory run: LD_PRELOAD="), run.err());
        assertTrue(run.err().contains(":" + lib("libtimemory-mpip.so") + "\n"), run.err());
        assertEquals("", run("-q", "--preload", "mpip", "--", "true").err());
    }

    @Test
    void optionsAreSettingsOfTheProgram() throws Exception {
        Map<String, String> environment = environment("--preload", "mpip", "-d", "wall_clock,trip_count", "-d", "peak_rss", "-M", "flat",
                "--max-depth", "7", "--output-path", folder.resolve("a b"), "--set", "precision=4");
        assertEquals("wall_clock,trip_count,peak_rss", environment.get("TIMEMORY_COMPONENTS"));
        assertEquals("wall_clock,trip_count,peak_rss", environment.get("TIMEMORY_TRACE_COMPONENTS"));
        assertEquals("true", environment.get("TIMEMORY_FLAT_PROFILE"));
        assertEquals("false", environment.get("TIMEMORY_TIMELINE_PROFILE"));
        assertEquals("7", environment.get("TIMEMORY_MAX_DEPTH"));
        assertEquals(folder.resolve("a b").toString(), environment.get("TIMEMORY_OUTPUT_PATH"));
        assertEquals("4", environment.get("TIMEMORY_PRECISION"));
        assertEquals("false", environment.get("TIMEMORY_COUT_OUTPUT"));
        assertEquals("true", environment("--preload", "mpip", "--tables").get("TIMEMORY_COUT_OUTPUT"));
    }

    @Test
    void whatTheUserSetsGoesBeforeDefaults() throws Exception {
        Path program = elf("solver", 2, 62, true, "rwx------");
        Map<String, String> environment = ofFunctions("--set", "max_depth=100", "--set", "TIMEMORY_MAX_NODES=7", "--set",
                "COUT_OUTPUT=true", "-d", "trip_count", "--set", "trace_components=none", "--", program);
        assertEquals("100", environment.get("TIMEMORY_MAX_DEPTH"));
        assertEquals("7", environment.get("TIMEMORY_MAX_NODES"));
        assertEquals("true", environment.get("TIMEMORY_COUT_OUTPUT"));
        assertEquals("trip_count", environment.get("TIMEMORY_COMPONENTS"));
        assertEquals("none", environment.get("TIMEMORY_TRACE_COMPONENTS"));
    }

    @Test
    void unknownComponentsAreRefusedBeforeTheProgramStarts() throws Exception {
        Path program = elf("solver", 2, 62, true, "rwx------");
        String unknown = "there is no component 'wall_clok'; the nearest is 'wall_clock'";
        assertRefused(unknown, run("-d", "trip_count,wall_clok", "--", program));
        assertRefused(unknown, run("--preload", "mpip", "-d", "wall_clok", "--", "true"));
        assertRefused("TIMEMORY_MPIP_COMPONENTS: " + unknown, run("--set", "mpip_components=wall_clok", "--", program));
        for (String list : List.of("none", "trip_count,fallthrough", "fallthrough"))
            assertEquals(list, ofFunctions("-d", list, "--", program).get("TIMEMORY_TRACE_COMPONENTS"));
        assertEquals("of_the_program", ofFunctions("-d", "of_the_program", "--no-check", "--", program).get("TIMEMORY_TRACE_COMPONENTS"));
        assertEquals("of_the_program",
                ofFunctions("--preload", "mpip", "-d", "of_the_program", "--no-check", "--", "true").get("TIMEMORY_COMPONENTS"));
    }

    @Test
    void theProgramHasItsArgumentsAndItsStatus() throws Exception {
        run("--preload", "mpip", "--", "sh", "-c", "printf '%s|' \"$@\"; exit 7", "sh", "it's", "a b", "$HOME", "");
        Outcome run = shell();
        assertEquals(7, run.status(), run.err());
        assertEquals("it's|a b|$HOME||", run.out());
    }

    @Test
    void theProgramTakesThePlaceOfTheCommandAndEndsByItsSignals() throws Exception {
        run("--preload", "mpip", "--", "sh", "-c", "kill -TERM $$");
        assertEquals(128 + 15, shell().status());
    }

    @Test
    void aProgramMayHaveAnEqualsSignInItsName() throws Exception {
        Path program = folder.resolve("a=b");
        Files.writeString(program, "#!/bin/sh\necho \"$0 $1\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        run("--preload", "mpip", "--", program, "x");
        assertEquals(program + " x\n", shell().out());
    }

    @Test
    void whatCannotBeIsRefused() throws Exception {
        assertRefused(
                "there is no tool 'mpi' to preload; the nearest is 'mpip', and there are functions, instrument, mallocp, mpip, ncclp, ompt, openacc, kokkos",
                run("--preload", "ompt,mpi", "--", "true"));
        assertRefused("missing program:", run("--preload", "ompt"));
        assertRefused("--include is for Java programs", run("--preload", "ompt", "-I", "x", "--", "true"));
        assertRefused("--pid is for Java programs", run("--preload", "ompt", "-p", "1"));
        assertRefused("'x=wall_clock' is for functions that match a pattern", run("--preload", "ompt", "-d", "x=wall_clock", "--", "true"));
        assertRefused("--scope must be tree, flat or timeline, not 'round'", run("--preload", "ompt", "-M", "round", "--", "true"));
        assertRefused("'nonsense' is not a setting", run("--preload", "ompt", "--set", "nonsense=1", "--", "true"));
        Files.delete(lib("libtimemory-mallocp.so"));
        assertRefused("mallocp needs " + lib("libtimemory-mallocp.so") + ", which is missing",
                run("--preload", "ompt,mallocp", "--", "true"));
        System.setProperty("timemory.libraries", Files.move(lib(""), folder.resolve("l i b")).toString());
        assertRefused("'" + folder.resolve("l i b/libtimemory.so") + "' cannot be used in LD_PRELOAD",
                run("--preload", "ompt", "--", "true"));
        assertEquals("", Files.readString(exec));
    }

    /** An ELF file of nothing but its header, and of a program header where there is a dynamic linker. */
    private Path elf(String name, int kind, int machine, boolean hasLinker, String permissions) throws IOException {
        ByteBuffer elf = ByteBuffer.allocate(64 + 56).order(ByteOrder.LITTLE_ENDIAN);
        elf.putInt(0, 0x464c457f).put(4, (byte) kind).putShort(18, (short) machine).putLong(32, 64).putShort(54, (short) 56);
        elf.putShort(56, (short) 1).putInt(64, hasLinker ? 3 : 1);
        Path file = folder.resolve(name);
        Files.write(file, elf.array());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    @Test
    void aProgramThatLoadsNoLibrariesIsReported() throws Exception {
        Path dynamic = elf("dynamic", 2, 62, true, "rwx------");
        Path statically = elf("static", 2, 62, false, "rwx------");
        Path arm = elf("arm", 2, 183, true, "rwx------");
        Path narrow = elf("narrow", 1, 3, true, "rwx------");
        assertEquals(List.of(), Executable.notesOn(dynamic.toString(), Map.of()));
        assertEquals(List.of("'" + statically + "' is linked statically: nothing can be loaded into it, and it is not measured"),
                Executable.notesOn(statically.toString(), Map.of()));
        String other = "' is not a program for x86-64: the libraries cannot be loaded into it, and it is not measured";
        assertEquals(List.of("'" + arm + other), Executable.notesOn(arm.toString(), Map.of()));
        assertEquals(List.of("'" + narrow + other), Executable.notesOn(narrow.toString(), Map.of()));
        assertEquals(List.of("'" + statically + "' is linked statically: nothing can be loaded into it, and it is not measured"),
                Executable.notesOn("static", Map.of("PATH", "/nowhere:" + folder)));
        assertEquals(List.of(), Executable.notesOn("nowhere", Map.of("PATH", folder.toString())));
        Files.writeString(folder.resolve("short"), "ELF");
        assertEquals(List.of(), Executable.notesOn(folder.resolve("short").toString(), Map.of()));
    }

    @Test
    void aProgramWithTheRightsOfAnotherIsReported() throws Exception {
        Path program = elf("rights", 2, 62, true, "rwx------");
        Files.setAttribute(program, "unix:mode", 0104700);
        assertEquals(List.of(), Executable.notesOn(program.toString(), Map.of()), "one's own are no others");
        Path su = Path.of(OptionalTools.require("su"));
        assumeTrue(Files.isReadable(su) && ((int) Files.getAttribute(su, "unix:mode") & 04000) != 0);
        boolean isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assertEquals(isRoot ? 0 : 1, Executable.notesOn(su.toString(), Map.of()).size());
    }

    @Test
    void aScriptIsWhatItsInterpreterIs() throws Exception {
        Path statically = elf("interpreter", 2, 62, false, "rwx------");
        Path script = folder.resolve("script");
        Files.writeString(script, "#! " + statically + " -x\n");
        assertEquals(
                List.of("'" + script + "' is a script: " + statically + " is run with the tools, and so is what it starts, each process by "
                        + "itself",
                        "'" + statically + "' is linked statically: nothing can be loaded into it, and it is not measured"),
                Executable.notesOn(script.toString(), Map.of()));
    }
}
