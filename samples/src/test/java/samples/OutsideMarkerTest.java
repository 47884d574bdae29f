package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import readme.tracer.TracerRegion;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.Components;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.settings.SettingsBuilder;
import timemory.tests.OptionalTools;

/** A marker for another tool's library, written outside of timemory: that of docs/forwarding.md, in Kotlin and in Java. */
class OutsideMarkerTest {
    private static final int MAX_LINES = 40;

    /** Loaded before it is looked up by name, like a library on the loader's search path. */
    @BeforeAll
    static void loadTool() throws Exception {
        Path library = Files.createDirectories(Path.of("target/tracer")).resolve("libtracer.so.1").toAbsolutePath();
        Process compiler = new ProcessBuilder(OptionalTools.require("gcc"), "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                "-Wl,-soname,libtracer.so.1", "-o",
                library.toString(), "src/test/c/tracer.c").inheritIO().start();
        assertTrue(compiler.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, compiler.exitValue());
        System.load(library.toString());
    }

    @Test
    void inKotlinItShowsRegionsByItsName() throws Exception {
        showsRegions(TracerRegion.TYPE, "kotlin");
    }

    /** It is compiled for Java 22, and this class is not. */
    @Test
    void inJavaItShowsRegionsByItsName() throws Exception {
        showsRegions((ComponentType<?>) Class.forName("readme.TracerInJava").getField("TYPE").get(null), "java");
    }

    private static void showsRegions(ComponentType<?> type, String label) throws Exception {
        assertEquals(null, type.unavailableReason());
        Components.register(type);
        int before = calls().length();
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        RuntimeBundle tools = Bundles.of("trip_count, " + type.getId());
        tools.run(label, () -> tools.run("inside", () -> {}));
        assertEquals(List.of(), Timemory.finalize().getProblems());
        assertEquals("+" + label + ";+inside;-;-;", calls().substring(before));
    }

    /** The calls that the library recorded, read with the Java sample's means of calling functions. */
    private static String calls() throws Exception {
        return (String) Class.forName("readme.ToolCalls").getMethod("text").invoke(null);
    }

    @Test
    void eachIsShort() throws Exception {
        for (String file : List.of("kotlin/readme/Tracer.kt", "java22/readme/TracerInJava.java")) {
            long lines = Files.readAllLines(Path.of("src/test").resolve(file)).stream().filter(line -> !line.isBlank()).count();
            assertTrue(lines <= MAX_LINES, file + " has " + lines + " lines");
        }
    }
}
