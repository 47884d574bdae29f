package timemory.consumers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Kotlin compiler of another version than the build's, like those that users have. */
final class KotlinCompiler {
    static final String JAVA = Path.of(System.getProperty("java.home"), "bin/java").toString();

    private static final Path COMPILERS = Path.of("target/kotlin");

    private final String version;
    private final Path folder;

    /** Code is compiled and run with {@code folder} as its working directory. */
    KotlinCompiler(String version, Path folder) {
        this.version = version.replace(".", "\\.");
        this.folder = folder;
    }

    /** The standard library of the same version. */
    String runtime() throws IOException {
        return jars(COMPILERS, "kotlin-stdlib-" + version + "\\.jar");
    }

    /** Compiles {@code source} to the folder {@code classes}. */
    Outcome compile(Path source, String classPath, String... options) throws IOException, InterruptedException {
        String compiler = jars(COMPILERS, "kotlin-(compiler-embeddable|stdlib|script-runtime|daemon-embeddable)-" + version
                + "\\.jar|kotlin-reflect.*|kotlinx-coroutines.*|annotations.*");
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", compiler,
                "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect", "-jvm-target", "17"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, "-d", folder.resolve("classes").toString(), source.toString()));
        return run(command);
    }

    Outcome run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("TIMEMORY_AUTO_OUTPUT", "false");
        Process process = builder.start();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), () -> command + " does not end");
        return new Outcome(process.exitValue(), Files.readString(output));
    }

    /** The jars in {@code directory} whose names match, as a class path. */
    static String jars(Path directory, String pattern) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches(pattern)).map(file -> file.toAbsolutePath().toString())
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** The output and exit code of a process. */
    record Outcome(int code, String output) {

        String ofSuccess() {
            assertEquals(0, code, output);
            return output;
        }
    }
}
