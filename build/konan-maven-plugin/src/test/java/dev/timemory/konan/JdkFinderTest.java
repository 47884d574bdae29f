package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkFinderTest {

    @TempDir
    Path machine;

    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(machine.resolve(name));
        Files.createDirectories(home.resolve("bin"));
        assertTrue(Files.createFile(home.resolve("bin/javac")).toFile().setExecutable(true));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Somebody 99\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private JdkFinder finder(Map<String, String> environment) {
        return new JdkFinder(List.of(), environment, List.of(machine.resolve("jvm")));
    }

    @Test
    void readsTheFeatureNumberOfEveryFormOfVersion() throws IOException {
        assertEquals(25, JdkFinder.featureOf(jdk("a", "25")));
        assertEquals(17, JdkFinder.featureOf(jdk("b", "17.0.15")));
        assertEquals(26, JdkFinder.featureOf(jdk("c", "26-ea")));
        assertEquals(-1, JdkFinder.featureOf(jdk("d", "")));
        assertEquals(-1, JdkFinder.featureOf(machine.resolve("nothing")));
    }

    @Test
    void findsKitsBelowTheUsualDirectories() throws IOException {
        Path home = jdk("jvm/some-jdk", "17.0.1");
        assertEquals(Optional.of(home), finder(Map.of()).exactly(17));
        assertEquals(Optional.empty(), finder(Map.of()).exactly(25));
    }

    @Test
    void prefersTheKitThatAVariableNames() throws IOException {
        jdk("jvm/a", "25.0.1");
        Path named = jdk("elsewhere", "25.0.1");
        assertEquals(Optional.of(named), finder(Map.of("JAVA_HOME_25_X64", named.toString())).exactly(25));
    }

    @Test
    void prefersTheKitThatToolchainsName() throws IOException {
        Path variable = jdk("variable", "25");
        Path toolchain = jdk("toolchain", "25");
        JdkFinder finder = new JdkFinder(List.of(toolchain), Map.of("JAVA_HOME", variable.toString()), List.of());
        assertEquals(Optional.of(toolchain), finder.exactly(25));
    }

    @Test
    void ignoresARuntimeWithoutACompiler() throws IOException {
        Files.delete(jdk("jvm/jre", "25").resolve("bin/javac"));
        assertEquals(Optional.empty(), finder(Map.of()).atLeast(25));
    }

    @Test
    void takesTheEarliestOfTheLaterKits() throws IOException {
        jdk("jvm/a", "27");
        Path earliest = jdk("jvm/b", "26.0.1");
        jdk("jvm/c", "24");
        assertEquals(Optional.of(earliest), finder(Map.of()).atLeast(25));
    }

    @Test
    void withoutANewKitTheBuildEndsWithOneLineThatSaysHowToGetOne() throws IOException {
        jdk("jvm/a", "17");
        String message = assertThrows(MojoExecutionException.class, () -> Jdks.from(finder(Map.of()))).getMessage();
        assertEquals(1, message.lines().count());
        assertTrue(message.startsWith("No JDK 25 or later found: install one"), message);
        assertTrue(message.contains("JAVA_HOME") && message.contains("toolchains.xml"), message);
    }

    @Test
    void withoutAnOldKitThereIsStillANewOne() throws Exception {
        Path newer = jdk("jvm/a", "25");
        assertEquals(new Jdks(newer, Optional.empty()), Jdks.from(finder(Map.of())));
    }

    @Test
    void theNativeCompilerRunsOnAnOldKitWhereThereIsNoNewOne() throws Exception {
        jdk("jvm/a", "11");
        assertThrows(MojoExecutionException.class, () -> Jdks.forCompiler(finder(Map.of())));
        Path older = jdk("jvm/b", "17");
        assertEquals(older, Jdks.forCompiler(finder(Map.of())));
        Path newer = jdk("jvm/c", "26");
        assertEquals(newer, Jdks.forCompiler(finder(Map.of())));
    }
}
