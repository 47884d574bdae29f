package timemory.consumers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import timemory.tests.Repository;

/** JVM programs that other versions of Kotlin compile against the artifacts of this build, and that run with their own runtime. */
class KotlinVersionsTest {
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

    @ParameterizedTest
    @ValueSource(strings = {"2.2.21", "2.4.20"})
    void programsAreCompiledAndMeasureAlike(String version) throws Exception {
        KotlinCompiler compiler = new KotlinCompiler(version, folder);
        List<String> artifacts = new ArrayList<>(List.of(compiler.runtime()));
        for (String module : List.of("timemory-dsl", "timemory-jvm")) {
            artifacts.add(KotlinCompiler.jars(Repository.module(module).resolve("target"), module + "-[0-9.]+(-SNAPSHOT)?\\.jar"));
        }
        artifacts.add(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("kotlinx-coroutines-core-jvm")).findFirst().orElseThrow());
        String classPath = String.join(File.pathSeparator, artifacts);
        Path source = Files.writeString(folder.resolve("Program.kt"), PROGRAM);
        compiler.compile(source, classPath, "-Werror").ofSuccess();
        String printed = compiler.run(List.of(KotlinCompiler.JAVA, "--enable-native-access=ALL-UNNAMED",
                "-cp", folder.resolve("classes") + File.pathSeparator + classPath, "ProgramKt")).ofSuccess();
        assertEquals("8 main=1, lap=3, fetch=1\n", printed);
    }
}
