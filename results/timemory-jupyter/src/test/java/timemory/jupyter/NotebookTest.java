package timemory.jupyter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/** Runs in a real kernel, driven by a real front end. */
@Tag("optional-tools")
class NotebookTest {
    private static final String JAVA = System.getProperty("timemory.jupyter.java");
    private static final String JAR = System.getProperty("timemory.jupyter.jar");

    @TempDir
    Path folder;

    /** Returns the Python with the front end, or skips the test. */
    private static String frontEnd() throws Exception {
        assumeTrue(Files.exists(Path.of(JAVA)), "no Java 17: apt-get install openjdk-17-jdk-headless");
        return OptionalTools.requirePython("nbclient", "nbformat");
    }

    /** Installs the kernel with the libraries that it compiles cells against. */
    private void writeKernel() throws Exception {
        String classPath = Files.readString(Path.of("kernel/target/class-path")).strip();
        String ofCells = Stream.of(classPath.split(File.pathSeparator)).filter(jar -> jar.matches(".*/("
                + "kotlin-jupyter-(lib|api)|kotlin-(stdlib|reflect|script-runtime)|kotlinx-serialization-(core|json)-jvm)-[0-9][^/]*"))
                .collect(Collectors.joining(File.pathSeparator));
        Path kernel = Files.createDirectories(folder.resolve("jupyter/kernels/kotlin"));
        List<String> command = List.of(JAVA, "-cp", classPath, "org.jetbrains.kotlinx.jupyter.IkotlinKt", "{connection_file}",
                "-home=" + Files.createDirectories(folder.resolve("home")), "-cp=" + ofCells);
        new ObjectMapper().writeValue(kernel.resolve("kernel.json").toFile(),
                Map.of("argv", command, "display_name", "Kotlin", "language", "kotlin"));
    }

    private List<String> shownBy(String... cells) throws Exception {
        writeKernel();
        Path notebook = Files.writeString(folder.resolve("cells"), String.join("\n%%\n", cells));
        ProcessBuilder builder = new ProcessBuilder(frontEnd(), "src/test/python/notebook.py", notebook.toString(),
                folder.resolve("shown").toString());
        builder.environment().put("JUPYTER_PATH", folder.resolve("jupyter").toString());
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("messages").toFile());
        Process process = builder.start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "the notebook does not end");
        assertEquals(0, process.exitValue(), () -> RunResultsTest.text(folder.resolve("messages")));
        return List.of(new ObjectMapper().readValue(folder.resolve("shown").toFile(), String[].class));
    }

    @Test
    void aNotebookShowsResults() throws Exception {
        frontEnd();
        Path results = Files.writeString(folder.resolve("run.collapsed"), "main;solve 30\nmain;write 12\n");
        String descriptor = Files.readString(Path.of("timemory.json")).replaceFirst("\"dependencies\": \\[.*]",
                "\"dependencies\": [\"" + JAR + "\"]");
        Files.writeString(folder.resolve("timemory.json"), descriptor);
        List<String> cells = new ArrayList<>(List.of(
                "%use timemory@file[" + folder.resolve("timemory.json") + "]",
                "val run = RunResults.load(\"" + results + "\")\nrun",
                "run.find(\"samples\", \"solve\").single().sum",
                "run.flame(\"samples\")",
                "run.page()",
                "run.bars(\"wall_clock\")"));
        List<String> shown = shownBy(cells.toArray(String[]::new));
        assertTrue(shown.get(1).contains("<table><caption>samples</caption>") && shown.get(1).contains(">solve</td>"), shown.get(1));
        assertEquals("30.0", shown.get(2));
        assertTrue(shown.get(3).startsWith("<iframe sandbox=\"\"") && shown.get(3).contains("solve"), shown.get(3));
        assertTrue(shown.get(4).startsWith("<iframe sandbox=\"allow-scripts allow-downloads\"") && shown.get(4).length() > 100_000);
        assertTrue(shown.get(5).contains("there is no component 'wall_clock'"), shown.get(5));
    }

    @Test
    @Tag("thorough")
    void resultsAreADataFrame() throws Exception {
        frontEnd();
        Path results = Files.writeString(folder.resolve("run.collapsed"), "main;solve 30\nmain;write 12\n");
        String libraries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> jar.matches(".*/(dataframe-core|kotlinpoet|kotlin-logging|commons-(csv|io|codec)|fastdoubleparser|slf4j-api|"
                        + "kotlinx-datetime)[^/]*"))
                .map(jar -> "@file:DependsOn(\"" + jar + "\")").collect(Collectors.joining("\n"));
        List<String> shown = shownBy(libraries, "@file:DependsOn(\"" + JAR + "\")",
                "RunResults.load(\"" + results + "\").toDataFrame().sortByDesc(\"exclusive\").head(1).print()");
        assertTrue(shown.get(2).contains("main/solve") && shown.get(2).contains("30") && !shown.get(2).contains("write"), shown.toString());
    }
}
