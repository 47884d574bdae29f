package timemory.consumers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import timemory.tests.Repository;

/** Programs on the JVM that other versions of Kotlin compile, against the artifacts as this build made them, and run with their own runtime. */
class KotlinVersionsTest {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin/java").toString();

    private static final String PROGRAM = """
            import kotlinx.coroutines.delay
            import kotlinx.coroutines.runBlocking
            import timemory.*
            val tools = bundle<WallClock, ThreadCpuClock>()

            suspend fun fetch(): Int = tools.measureSuspending("fetch") { delay(1); 5 }

            fun main() {
                var sum = 0
                measure<WallClock, PeakRss>("main") {
                    repeat(3) { sum += tools.measure("lap") { it } }
                    runBlocking(measured()) { sum += fetch() }
                }
                val results = Timemory.results()!!
                val graph = results[WallClock]!!
                println("$sum " + graph.nodes().joinToString { "${it.label}=${it.inclusive.laps}" })
            }
            """;

    @TempDir
    Path folder;

    private static String jars(Path directory, String pattern) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches(pattern)).map(file -> file.toAbsolutePath().toString())
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private String run(String... command) throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("TIMEMORY_AUTO_OUTPUT", "false");
        Process process = builder.start();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), () -> List.of(command) + " does not end");
        String text = Files.readString(output);
        assertEquals(0, process.exitValue(), text);
        return text;
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.2.21", "2.4.20"})
    void programsAreCompiledAndMeasureAlike(String version) throws Exception {
        String quoted = version.replace(".", "\\.");
        Path compilers = Path.of("target/kotlin");
        String compiler =
                jars(compilers, "kotlin-(compiler-embeddable|stdlib|script-runtime|daemon-embeddable)-" + quoted + "\\.jar|kotlin-reflect.*"
                        + "|kotlinx-coroutines.*|annotations.*");
        String runtime = jars(compilers, "kotlin-stdlib-" + quoted + "\\.jar");
        List<String> artifacts = new ArrayList<>(List.of(runtime));
        for (String module : List.of("timemory-dsl", "timemory-jvm")) {
            artifacts.add(jars(Repository.module(module).resolve("target"), module + "-[0-9.]+(-SNAPSHOT)?\\.jar"));
        }
        artifacts.add(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("kotlinx-coroutines-core-jvm")).findFirst().orElseThrow());
        String classPath = String.join(File.pathSeparator, artifacts);
        Path source = Files.writeString(folder.resolve("Program.kt"), PROGRAM);
        run(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", compiler, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                "-no-stdlib", "-no-reflect", "-jvm-target", "17",
                "-Werror", "-cp",
                classPath, "-d", folder.resolve("classes").toString(), source.toString());
        String printed = run(JAVA, "--enable-native-access=ALL-UNNAMED", "-cp", folder.resolve("classes") + File.pathSeparator + classPath,
                "ProgramKt");
        assertEquals("8 main=1, lap=3, fetch=1\n", printed);
    }
}
