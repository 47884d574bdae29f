package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.agent.rewrite.Rewriter;

class RewriteTest {
    private static final List<String> OPTIONS = List.of("throttle=false");

    @TempDir
    Path folder;

    private static byte[] classFile(String name) throws IOException {
        try (var in = RewriteTest.class.getResourceAsStream('/' + name + ".class")) {
            return in.readAllBytes();
        }
    }

    private Path jar(String name, Map<String, byte[]> files) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file)) {
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                ZipEntry zip = new ZipEntry(entry.getKey());
                if (entry.getKey().endsWith(".jar")) {
                    CRC32 sum = new CRC32();
                    sum.update(entry.getValue());
                    zip.setMethod(ZipEntry.STORED);
                    zip.setSize(entry.getValue().length);
                    zip.setCrc(sum.getValue());
                }
                out.putNextEntry(zip);
                out.write(entry.getValue());
            }
        }
        return jar;
    }

    private Path recursion(String name, String... more) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("programs/Recursion.class", classFile("programs/Recursion"));
        for (String one : more) files.put(one, "text".getBytes());
        return jar(name, files);
    }

    private Programs.Outcome run(Path... classPath) throws Exception {
        String path = String.join(":", List.of(classPath).stream().map(Path::toString).toList());
        return Programs.java(folder, List.of("-cp", path), "programs.Recursion", "3", "100");
    }

    private static void assertMeasured(Programs.Outcome run) throws IOException {
        assertEquals(0, run.status(), run.errors());
        assertEquals("", run.errors());
        for (int depth = 1; depth <= 3; depth++) {
            assertTrue(run.file("wall.txt").matches("(?s).*\\|_programs.Recursion.descend +\\| +100 \\| +" + depth + " .*"),
                    run.file("wall.txt"));
        }
    }

    @Test
    void settingsChooseTheComponentsWhenItRuns() throws Exception {
        Path measured = folder.resolve("measured.jar");
        new Rewriter(recursion("app.jar"), OPTIONS, Path.of(Programs.AGENT)).write(measured);
        Programs.Outcome run = Programs.java(folder, List.of("-Dtimemory.trace_components=trip_count", "-cp", measured.toString()),
                "programs.Recursion", "3", "100");
        assertEquals("", run.errors());
        assertTrue(run.file("trip_count.txt").contains("programs.Recursion.descend"));
        assertFalse(Files.exists(run.results().resolve("wall.txt")));
    }

    @Test
    void aRewrittenJarMeasuresItselfWithoutAnAgent() throws Exception {
        Path jar = recursion("app.jar", "other.txt");
        Path rewritten = folder.resolve("measured.jar");
        Rewriter rewriter = new Rewriter(jar, OPTIONS, Path.of(Programs.AGENT));
        rewriter.write(rewritten);
        assertEquals(2, rewriter.functions());
        Programs.Outcome run = run(rewritten);
        assertEquals(run(jar).output(), run.output());
        assertMeasured(run);
        try (JarFile file = new JarFile(rewritten.toFile())) {
            assertEquals("text", new String(file.getInputStream(file.getJarEntry("other.txt")).readAllBytes()));
        }
    }

    @Test
    void aRewrittenFolderDoesToo() throws Exception {
        Path classes = folder.resolve("classes");
        Files.createDirectories(classes.resolve("programs"));
        Files.write(classes.resolve("programs/Recursion.class"), classFile("programs/Recursion"));
        Path rewritten = folder.resolve("measured");
        new Rewriter(classes, OPTIONS, Path.of(Programs.AGENT)).write(rewritten);
        assertMeasured(run(rewritten));
    }

    @Test
    void twoProgramsRewrittenApartRunTogether() throws Exception {
        Path first = folder.resolve("one.jar");
        Path second = folder.resolve("two.jar");
        new Rewriter(recursion("a.jar"), OPTIONS, Path.of(Programs.AGENT)).write(first);
        Path other = jar("b.jar",
                Map.of("programs/Annotated.class", classFile("programs/Annotated"), "programs/Annotated$Whole.class", classFile(
                        "programs/Annotated$Whole")));
        new Rewriter(other, OPTIONS, Path.of(Programs.AGENT)).write(second);
        assertMeasured(run(second, first));
        Programs.Outcome annotated = Programs.java(folder, List.of("-cp", second + ":" + first), "programs.Annotated");
        assertTrue(annotated.file("wall.txt").matches("(?s).*a name of its own +\\| +4 .*"), annotated.file("wall.txt"));
        assertFalse(annotated.file("wall.txt").contains("Recursion"));
    }

    @Test
    void signaturesAreLeftOutAndSaidToBe() throws Exception {
        Path jar = recursion("signed.jar", "META-INF/ACME.SF", "META-INF/ACME.RSA");
        Rewriter rewriter = new Rewriter(jar, OPTIONS, Path.of(Programs.AGENT));
        Path rewritten = folder.resolve("unsigned.jar");
        rewriter.write(rewritten);
        assertTrue(rewriter.wasSigned());
        try (JarFile file = new JarFile(rewritten.toFile())) {
            assertNull(file.getEntry("META-INF/ACME.SF"));
            assertNull(file.getEntry("META-INF/ACME.RSA"));
        }
        assertMeasured(run(rewritten));
    }

    @Test
    void aJarInsideAJarStaysUncompressedAndItsLibrariesUntouched() throws Exception {
        byte[] library = Files.readAllBytes(recursion("library.jar"));
        Map<String, byte[]> files = new TreeMap<>();
        files.put("BOOT-INF/classes/programs/Served.class", classFile("programs/Served"));
        files.put("BOOT-INF/lib/library.jar", library);
        Path rewritten = folder.resolve("measured.jar");
        Rewriter rewriter = new Rewriter(jar("boot.jar", files), OPTIONS, Path.of(Programs.AGENT));
        rewriter.write(rewritten);
        assertEquals(1, rewriter.classes());
        try (JarFile file = new JarFile(rewritten.toFile())) {
            JarEntry inner = file.getJarEntry("BOOT-INF/lib/library.jar");
            assertEquals(ZipEntry.STORED, inner.getMethod());
            assertTrue(file.getEntry("BOOT-INF/classes/timemory/agent/boot/Hooks.class") != null);
        }
    }

    @Test
    void classesForNewerVersionsOfJavaAreRewrittenToo() throws Exception {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n".getBytes());
        files.put("programs/Recursion.class", classFile("programs/Recursion"));
        files.put("META-INF/versions/11/programs/Recursion.class", classFile("programs/Recursion"));
        Path rewritten = folder.resolve("measured.jar");
        Rewriter rewriter = new Rewriter(jar("multi.jar", files), OPTIONS, Path.of(Programs.AGENT));
        rewriter.write(rewritten);
        assertEquals(2, rewriter.classes());
        assertMeasured(run(rewritten));
    }

    @Test
    void nothingIsWrittenWhereNothingWouldBeMeasured() throws Exception {
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("include=nothing like that");
        Path output = folder.resolve("none.jar");
        Rewriter rewriter = new Rewriter(recursion("app.jar"), options, Path.of(Programs.AGENT));
        assertThrows(IllegalArgumentException.class, () -> rewriter.write(output));
        assertFalse(Files.exists(output));
    }

    @Test
    void underTheAgentItsFunctionsAreMeasuredOnce() throws Exception {
        Path rewritten = folder.resolve("measured.jar");
        new Rewriter(recursion("app.jar"), OPTIONS, Path.of(Programs.AGENT)).write(rewritten);
        Programs.Outcome run = Programs.java(folder,
                List.of("-javaagent:" + Programs.AGENT + "=include=^programs;throttle=false", "-cp", rewritten.toString()),
                "programs.Recursion", "3", "100");
        assertMeasured(run);
        assertEquals(300, Table.of(run).count("programs.Recursion.descend"), "and not twice each");
        Path again = folder.resolve("again.jar");
        assertThrows(IllegalArgumentException.class, () -> new Rewriter(rewritten, OPTIONS, Path.of(Programs.AGENT)).write(again),
                "it measures itself already");
    }

    @Test
    void whenItRunsTheAgentMeasuresWhatItDoesNotMeasureItself() throws Exception {
        Path rewritten = folder.resolve("measured.jar");
        new Rewriter(recursion("app.jar"), List.of("throttle=false", "include=descend"), Path.of(Programs.AGENT)).write(rewritten);
        Programs.Outcome run = Programs.java(folder,
                List.of("-javaagent:" + Programs.AGENT + "=include=^programs;throttle=false", "-cp", rewritten.toString()),
                "programs.Recursion", "3", "100");
        assertEquals(300, Table.of(run).count("programs.Recursion.descend"));
        assertEquals(1, Table.of(run).count("programs.Recursion.main"));
    }

    /** The coroutine program, as a separate folder or JAR, and the Kotlin libraries it needs. */
    private Map<String, byte[]> suspendingSteps() throws Exception {
        Map<String, byte[]> files = new TreeMap<>();
        Path classes = Path.of(RewriteTest.class.getResource("/programs/SuspendingSteps.class").toURI()).getParent();
        try (var all = Files.list(classes)) {
            for (Path file : all.filter(one -> one.getFileName().toString().startsWith("SuspendingSteps")).toList()) {
                files.put("programs/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private Programs.Outcome runSteps(List<Path> classPath) throws Exception {
        String path = String.join(":", classPath.stream().map(Path::toString).toList());
        return Programs.java(folder, List.of("-cp", path), "programs.SuspendingSteps");
    }

    @Test
    void functionsThatSuspendAreMeasuredWhereTheProgramsKotlinIsKnown() throws Exception {
        Path kotlin = Measured.ofTests("kotlin-stdlib");
        Path coroutines = Measured.ofTests("kotlinx-coroutines-core-jvm");
        Path program = jar("steps.jar", suspendingSteps());
        Programs.Outcome plain = runSteps(List.of(program, kotlin, coroutines));
        Programs.Outcome byAgent = Programs.java(folder, List.of("-javaagent:" + Programs.AGENT + "=throttle=false", "-cp",
                String.join(":", program.toString(), kotlin.toString(), coroutines.toString())), "programs.SuspendingSteps");

        Path rewritten = folder.resolve("measured-steps.jar");
        Rewriter rewriter = new Rewriter(program, OPTIONS, Path.of(Programs.AGENT), kotlin, "steps");
        rewriter.write(rewritten);
        assertEquals(0, rewriter.suspendingLeft());
        Programs.Outcome run = runSteps(List.of(rewritten, kotlin, coroutines));
        assertEquals(0, run.status(), run.errors());
        assertEquals("", run.errors());
        assertEquals(plain.output(), run.output());
        assertEquals(labels(byAgent), labels(run));
        assertTrue(labels(run).contains("suspend") || labels(run).contains("SuspendingSteps"), labels(run));

        // The library is found before its rewritten copy.
        Programs.Outcome behind = runSteps(List.of(kotlin, rewritten, coroutines));
        assertEquals(plain.output(), behind.output());
        assertTrue(behind.errors().contains("kotlin-stdlib precedes the rewritten program"), behind.errors());
    }

    @Tag("thorough")
    @Test
    void aProgramWithKotlinInsideHasItWovenToo() throws Exception {
        Map<String, byte[]> files = suspendingSteps();
        for (String library : List.of("kotlin-stdlib", "kotlinx-coroutines-core-jvm")) {
            try (JarFile jar = new JarFile(Measured.ofTests(library).toFile())) {
                for (JarEntry entry : java.util.Collections.list(jar.entries())) {
                    if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF"))
                        files.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
                }
            }
        }
        Path program = jar("all.jar", files);
        Path rewritten = folder.resolve("measured-all.jar");
        Rewriter rewriter = new Rewriter(program, List.of("throttle=false", "include=^programs\\."), Path.of(Programs.AGENT));
        rewriter.write(rewritten);
        assertEquals(0, rewriter.suspendingLeft());
        Programs.Outcome run = runSteps(List.of(rewritten));
        assertEquals("", run.errors());
        assertEquals(runSteps(List.of(program)).output(), run.output());
        assertTrue(labels(run).contains("SuspendingSteps"), labels(run));
    }

    /** Labels with their laps, without times. */
    private static String labels(Programs.Outcome run) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : run.file("wall.txt").split("\n")) {
            if (line.startsWith("| >>>")) text.append(String.join("|", java.util.Arrays.copyOfRange(line.split("\\|"), 1, 3))).append('\n');
        }
        return text.toString().replaceAll(" +", " ");
    }
}
