package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandTest {
    @TempDir
    private Path folder;

    private static JavaCommand read(String... command) throws IOException {
        return JavaCommand.of(List.of(command));
    }

    private static List<String> classPath(JavaCommand command) {
        return command.classPath().stream().map(Path::toString).toList();
    }

    @Test
    void theClassPathAndTheMainClassAreFoundAsJavaFindsThem() throws IOException {
        JavaCommand command = read("java", "-Xmx1g", "-cp", "a.jar:b", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-Dx=y",
                "com.acme.Main", "-cp", "c");
        assertEquals(List.of("a.jar", "b"), classPath(command));
        assertEquals("com.acme.Main", command.main());
        assertEquals("Main", read("java", "--class-path=x.jar", "Main").main());
        assertEquals(List.of("x.jar"), classPath(read("java", "--class-path=x.jar", "Main")));
        assertEquals("", read("java", "-version").main());
    }

    @Test
    void aModuleIsFoundOnTheModulePath() throws IOException {
        JavaCommand command = read("java", "-p", "mods", "-m", "com.acme/com.acme.Main", "argument");
        assertEquals(List.of("mods"), classPath(command));
        assertEquals("com.acme/com.acme.Main", command.main());
    }

    @Test
    void filesOfArgumentsStandForWhatIsInThem() throws IOException {
        Path file = folder.resolve("args");
        Files.writeString(file, "# a comment\n-cp \"with blank/a.jar\"\nMain\n");
        JavaCommand command = read("java", "@" + file, "more");
        assertEquals(List.of("with blank/a.jar"), classPath(command));
        assertEquals("Main", command.main());
        assertEquals(List.of("java", "-x", "@" + file, "more"), command.with(List.of("-x")), "what is run is what was given");
    }

    @Test
    void aStarStandsForTheJarsOfAFolder() throws IOException {
        Files.createFile(folder.resolve("a.jar"));
        Files.createFile(folder.resolve("b.txt"));
        assertEquals(List.of(folder.resolve("a.jar").toString()), classPath(read("java", "-cp", folder + "/*", "Main")));
    }

    @Test
    void javaIsKnownByItsName() {
        assertTrue(JavaCommand.isJava("java"));
        assertTrue(JavaCommand.isJava("/usr/lib/jvm/jdk/bin/java"));
        assertFalse(JavaCommand.isJava("gradle"));
        assertFalse(JavaCommand.isJava("javac"));
    }
}
