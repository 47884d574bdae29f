package timemory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a program of these tests in a separate process, because a process cannot use two engines. */
record Child(boolean hasAsyncProfiler, Map<String, String> variables, String... options) {

    /** Runs {@code program}, which must succeed, and returns its output, including stderr. */
    String run(String program, String... arguments) throws IOException, InterruptedException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> hasAsyncProfiler || !entry.contains("async-profiler"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of("timeout", "-k", "5", "300",
                Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, program));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("sampled", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_") || name.equals("JAVA_TOOL_OPTIONS"));
            builder.environment().put("TIMEMORY_FILE_OUTPUT", "false");
            builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
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

    /** Returns the number that the program printed as {@code name=number}. */
    static long numberOf(String name, String output) {
        return Long.parseLong(output.lines().filter(line -> line.startsWith(name + "=")).findFirst().orElseThrow(
                () -> new AssertionError("no " + name + " in\n" + output)).substring(name.length() + 1));
    }
}
