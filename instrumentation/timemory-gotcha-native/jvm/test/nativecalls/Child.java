package timemory.nativecalls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Java program of this module's tests in a separate process, on any Java that this machine has. */
final class Child {

    /** Debian's, whose libzip.so calls the system's zlib. */
    static final Path WITH_SYSTEM_ZLIB = Path.of("/usr/lib/jvm/java-17-openjdk-amd64/bin/java");

    /** The one that runs the tests. */
    static final Path THIS_JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private final Path java;
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> variables;

    Child(Path java, Map<String, String> variables, String... options) {
        this.java = java;
        this.variables = variables;
        this.options.addAll(List.of(options));
    }

    Child(Path java, String... options) {
        this(java, Map.of(), options);
    }

    /** Runs {@link NativeCallProgram} to its end, which must be successful; returns its output, including errors. */
    String run(String... arguments) throws IOException, InterruptedException {
        // It ends before code compiled by C2 would pay off.
        List<String> command = new ArrayList<>(List.of("timeout", "-k", "5", "300", java.toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), NativeCallProgram.class.getName()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("native-calls", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_") || name.equals("JAVA_TOOL_OPTIONS"));
            builder.environment().put("TIMEMORY_AUTO_OUTPUT", "false");
            builder.environment().putAll(variables);
            Process process = builder.start();
            assertTrue(process.waitFor(330, TimeUnit.SECONDS), "it does not end");
            String text = Files.readString(output);
            assertEquals(0, process.exitValue(), text);
            return text;
        } finally {
            Files.delete(output);
        }
    }

    /** The value that the program printed as {@code name=value}, which must be there once. */
    static String valueOf(String name, String output) {
        List<String> found = output.lines().filter(line -> line.startsWith(name + "=")).toList();
        assertEquals(1, found.size(), () -> name + " in:\n" + output);
        return found.get(0).substring(name.length() + 1);
    }
}
