package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first command reports what is missing before it builds anything. */
class PrerequisitesTest {
    /** What the script itself needs on any machine. */
    private static final List<String> USUAL = List.of("bash", "env", "dirname", "sed", "uname", "mkdir", "tee", "grep", "cat");

    @TempDir
    Path folder;

    private Path programs;

    @BeforeEach
    void copyTheScript() throws IOException {
        programs = Files.createDirectory(folder.resolve("programs"));
        Files.createDirectory(folder.resolve("bin"));
        Files.copy(ROOT.resolve("bin/demo"), folder.resolve("bin/demo"));
        for (String program : USUAL) link(program);
    }

    private void link(String program) throws IOException {
        for (String place : List.of("/usr/bin/", "/bin/")) {
            Path real = Path.of(place + program);
            if (Files.isExecutable(real)) {
                Files.createSymbolicLink(programs.resolve(program), real);
                return;
            }
        }
        throw new IOException("there is no " + program);
    }

    private void addJava(String version) throws IOException {
        Path java = programs.resolve("java");
        Files.writeString(java, "#!/bin/sh\necho '    java.specification.version = " + version + "' >&2\n");
        assertTrue(java.toFile().setExecutable(true));
    }

    @Test
    void withoutJavaItNamesTheVersionToInstall() throws Exception {
        assertEquals("bin/demo: no Java found: install a JDK 17 or later, or set JAVA_HOME to one", saysAndFails());
    }

    @Test
    void anOldJavaIsNamed() throws Exception {
        addJava("11");
        assertEquals("bin/demo: Java 11 is too old: set JAVA_HOME to a JDK 17 or later", saysAndFails());
    }

    @Test
    void withoutACompilerItSaysWhatItSkips() throws Exception {
        addJava("17");
        String said = saysAndFails();
        assertTrue(said.contains("no gcc") && said.contains("the native sample is skipped"), said);
        assertTrue(said.contains("apt-get install gcc"), said);
    }

    @Test
    void withoutMavenItSaysSoBeforeItBuilds() throws Exception {
        addJava("17");
        assertTrue(saysAndFails().endsWith("bin/demo: no Maven found: install it (on Debian: apt-get install maven)"));
        assertFalse(Files.exists(folder.resolve("samples/target")));
    }

    private String saysAndFails() throws Exception {
        Path said = folder.resolve("said");
        ProcessBuilder demo = new ProcessBuilder(programs.resolve("bash").toString(), "bin/demo").directory(folder.toFile());
        demo.environment().clear();
        demo.environment().put("PATH", programs.toString());
        Process process = demo.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it ends");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(1, process.exitValue());
        return Files.readString(said).strip();
    }
}
