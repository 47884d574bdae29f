package timemory.agent;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs programs of the package {@code programs} in a separate JVM, with the agent. */
final class Programs {
    static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** Test programs end before code compiled by C2 would pay off. */
    static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    static final String AGENT = System.getProperty("timemory.agent.jar");

    /** The class path of programs: that of the tests, without the agent's own classes. */
    static final String CLASS_PATH = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(element -> !element.endsWith("instrumentation/timemory-agent/target/classes"))
            .collect(Collectors.joining(File.pathSeparator));

    private Programs() {}

    /** The outcome of a program. */
    record Outcome(int status, String output, String errors, Path results) {
        /** The text of one of the files of results, {@code wall.txt}. */
        String file(String name) throws IOException {
            return Files.readString(results.resolve(name));
        }
    }

    /** Runs {@code main} with the agent and its {@code options}; its results are written below {@code folder}. */
    static Outcome run(Path folder, String options, String main, String... arguments) throws Exception {
        return java(folder, List.of("-javaagent:" + AGENT + "=" + options, "-cp", CLASS_PATH), main, arguments);
    }

    /** Runs {@code main} with {@code flags} of the JVM. */
    static Outcome java(Path folder, List<String> flags, String main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(JAVA);
        command.addAll(QUICK);
        command.addAll(flags);
        command.add(main);
        command.addAll(List.of(arguments));
        return process(folder, command);
    }

    /** Runs a command. */
    static Outcome process(Path folder, List<String> command) throws Exception {
        // Programs do not overwrite each other's results.
        Path results = folder.resolve("results");
        for (int run = 2; Files.exists(results); run++) results = folder.resolve("results" + run);
        Path output = Files.createTempFile(folder, "output", "");
        Path errors = Files.createTempFile(folder, "errors", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().remove("TIMEMORY_AUTO_OUTPUT");
        builder.environment().put("TIMEMORY_OUTPUT_PATH", results.toString());
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        // Nothing is taken from earlier runs, and nothing is left for later ones.
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().put("TIMEMORY_JSON_OUTPUT", "true");
        builder.environment().put("TIMEMORY_TEXT_MAX_ROWS", "0");
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("still running after five minutes: " + command);
        }
        return new Outcome(process.exitValue(), read(output), read(errors), results);
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
