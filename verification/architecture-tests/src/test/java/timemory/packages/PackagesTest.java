package timemory.packages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static timemory.tests.Repository.ROOT;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/**
 * The packages of {@code build/dist}, unpacked elsewhere and used there: the environment of the test programs contains nothing of this
 * tree. Installing packages on a machine without our tools was tried by hand (docs/install.md).
 */
class PackagesTest {

    @TempDir
    private static Path packed;

    @TempDir
    private static Path folder;

    private record Run(int status, String output) {}

    private static boolean isPacked;

    /** Packs it for the first test that needs it: where tools are hidden, none does. */
    private static void pack() throws Exception {
        if (isPacked) return;
        assumeTrue(Files.exists(ROOT.resolve("timemory-native/target/lib/libtimemory.so")), "native code is not built on this machine");
        assumeTrue(Files.exists(ROOT.resolve("tools/cli/target/lib")), "the command is not packaged: mvn verify, not mvn test");
        Run dist = run(ROOT, Map.of(), ROOT.resolve("build/dist").toString(), "--output", packed.toString(), "tar", "deb");
        assertEquals(0, dist.status, dist.output);
        isPacked = true;
    }

    private static Run run(Path directory, Map<String, String> environment, String... command) throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY") || name.startsWith("LD_") || name.startsWith("PYTHON"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(List.of(command) + " did not end: " + Files.readString(output));
        }
        return new Run(process.exitValue(), Files.readString(output));
    }

    private static Path packed(String ending) throws Exception {
        return allPacked(ending).get(0);
    }

    private static List<Path> allPacked(String ending) throws Exception {
        pack();
        try (Stream<Path> files = Files.list(packed)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
            assertTrue(!found.isEmpty(), ending);
            return found;
        }
    }

    private static Path unpacked(String name) throws Exception {
        Path target = Files.createDirectories(folder.resolve(name));
        Run tar = run(target, Map.of(), "tar", "-xzf", packed(".tar.gz").toString());
        assertEquals(0, tar.status, tar.output);
        try (Stream<Path> tops = Files.list(target)) {
            return tops.findFirst().orElseThrow();
        }
    }

    /** In a folder with a space in its name. */
    @Test
    void theCommandRunsFromWhereverItIsUnpacked() throws Exception {
        Path home = unpacked("some where");
        Run version = run(folder, Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()), home.resolve("bin/timemory").toString(),
                "--version");
        assertEquals(0, version.status, version.output);
        assertTrue(version.output.startsWith("timemory 0."), version.output);
        try (Stream<Path> kept = Files.list(home.resolve("lib/timemory/java"))) {
            assertEquals(List.of(), kept.filter(file -> !file.toString().endsWith(".jar")).toList(),
                    "what is kept between runs is the user's");
        }
        Run timem = run(folder, Map.of(), home.resolve("bin/timem").toString(), "true");
        assertEquals(0, timem.status, timem.output);
    }

    @Test
    void javaProgramsAreMeasuredByTheAgentInIt() throws Exception {
        Path home = unpacked("agent");
        Path work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("Hello.java"),
                "class Hello { static void greet() {} public static void main(String[] a) { greet(); } }");
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        assertEquals(0, run(work, Map.of(), java + "c", "Hello.java").status);
        Run measured = run(work, Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString(), "TIMEMORY_AUTO_OUTPUT", "true"),
                home.resolve("bin/timemory").toString(), "run", "--", java, "-cp", ".", "Hello");
        assertEquals(0, measured.status, measured.output);
        assertTrue(Files.exists(work.resolve("timemory-output/report.html")), measured.output);
    }

    @Tag("optional-tools")
    @Test
    void programsInCAreBuiltWithIt() throws Exception {
        String pkgConfig = OptionalTools.require("pkg-config");
        Path home = unpacked("c");
        Path source = folder.resolve("program.c");
        Files.writeString(source, """
                #include <timemory/library.h>
                int main(void) {
                    timemory_push_region("work");
                    timemory_pop_region("work");
                    return 0;
                }
                """);
        Run flags = run(folder, Map.of("PKG_CONFIG_PATH", home.resolve("lib/pkgconfig").toString()), pkgConfig, "--cflags", "--libs",
                "timemory");
        assertEquals(0, flags.status, flags.output);
        Run compiler = run(folder, Map.of(), "sh", "-c",
                "gcc program.c -o program " + flags.output.strip() + " -Wl,-rpath," + home.resolve("lib"));
        assertEquals(0, compiler.status, compiler.output);
        Run program = run(folder, Map.of("TIMEMORY_AUTO_OUTPUT", "true", "TIMEMORY_OUTPUT_PATH", folder.resolve("c-results").toString()),
                "./program");
        assertEquals(0, program.status, program.output);
        Run needed = run(folder, Map.of(), "sh", "-c", "objdump -p program | grep libtimemory");
        assertTrue(needed.output.strip().endsWith("libtimemory.so.0"), needed.output);
    }

    @Tag("thorough")
    @Test
    void equalTreesGiveEqualArchives() throws Exception {
        Path again = Files.createDirectories(folder.resolve("again"));
        assertEquals(0, run(ROOT, Map.of(), ROOT.resolve("build/dist").toString(), "--output", again.toString(), "deb").status);
        for (Path deb : allPacked(".deb")) {
            assertArrayEquals(Files.readAllBytes(deb), Files.readAllBytes(again.resolve(deb.getFileName())), deb.toString());
        }
    }

    @Test
    void packagesOfDebianHaveLibrariesHeadersAndPages() throws Exception {
        Path root = Files.createDirectories(folder.resolve("deb"));
        for (Path deb : allPacked(".deb")) {
            Run unpack = run(folder, Map.of(), "dpkg-deb", "-x", deb.toString(), root.toString());
            assertEquals(0, unpack.status, unpack.output);
        }
        for (String file : List.of("usr/bin/timem", "usr/lib/x86_64-linux-gnu/libtimemory.so.0", "usr/lib/x86_64-linux-gnu/libtimemory.so",
                "usr/include/timemory/timemory.h", "usr/share/man/man1/timem.1.gz", "usr/share/doc/timemory/copyright",
                "usr/lib/x86_64-linux-gnu/timemory/libtimemory-run.so", "usr/share/doc/libtimemory0/copyright")) {
            assertTrue(Files.exists(root.resolve(file)), file);
        }
        String pkgConfig = Files.readString(root.resolve("usr/lib/x86_64-linux-gnu/pkgconfig/timemory.pc"));
        assertTrue(pkgConfig.startsWith("prefix=/usr\n"), pkgConfig);
    }

    /** Makes the wheel, and unpacks it to a new folder. */
    private static Path site(String name) throws Exception {
        String python = OptionalTools.requirePython("setuptools", "wheel");
        Run dist = run(ROOT, Map.of(), ROOT.resolve("build/dist").toString(), "--output", packed.toString(), "wheel");
        assertEquals(0, dist.status, dist.output);
        Path site = folder.resolve(name);
        Run unzip = run(folder, Map.of(), python, "-m", "zipfile", "-e", packed(".whl").toString(), site.toString());
        assertEquals(0, unzip.status, unzip.output);
        return site;
    }

    @Tag("optional-tools")
    @Test
    void theWheelHasItsLibraryInside() throws Exception {
        Path site = site("site");
        Path wheel = packed(".whl");
        assertTrue(wheel.getFileName().toString().matches("timemory-[\\w.]+-py3-none-manylinux_2_\\d+_x86_64\\.whl"), wheel.toString());
        String program = """
                import timemory
                with timemory.region("work"):
                    pass
                print([line for line in open("/proc/self/maps") if "libtimemory.so" in line][0])
                """;
        Run python = run(folder, Map.of("PYTHONPATH", site.toString(), "TIMEMORY_AUTO_OUTPUT", "false"), OptionalTools.require("python3"),
                "-c", program);
        assertEquals(0, python.status, python.output);
        assertTrue(python.output.contains(site.toRealPath() + "/timemory/lib/libtimemory.so"), python.output);
    }

    @Tag("optional-tools")
    @Test
    void aNotebookOfPythonShowsResults() throws Exception {
        String python = OptionalTools.requirePython("nbclient", "ipykernel", "pandas");
        Path results = Files.writeString(folder.resolve("run.collapsed"), "main;solve 30\nmain;write 12\n");
        Map<String, String> environment = Map.of("PYTHONPATH", site("notebook").toString(), "TIMEMORY_AUTO_OUTPUT", "false", "PATH",
                unpacked("command").resolve("bin") + ":" + System.getenv("PATH"), "XDG_CACHE_HOME", folder.resolve("cache").toString(),
                "HOME", Files.createDirectories(folder.resolve("home")).toString());
        Path script = Path.of("src/test/python/notebook.py").toAbsolutePath();
        Path shownBy = folder.resolve("shown.json");
        Run notebook = run(folder, environment, python, script.toString(), results.toString(), shownBy.toString());
        assertEquals(0, notebook.status, notebook.output);
        String[] shown = new ObjectMapper().readValue(shownBy.toFile(), String[].class);
        assertTrue(shown[0].contains("<caption>wall_clock [") && shown[0].contains(">measured</td>"), shown[0]);
        assertEquals("30", shown[1]);
        assertTrue(shown[2].startsWith("<iframe sandbox=''") && shown[2].contains("solve"), shown[2]);
        assertEquals("'solve'", shown[3]);
        assertTrue(shown[4].contains("measured"), shown[4]);
        assertTrue(shown[5].contains("run.collapsed.missing"), shown[5]);
    }
}
