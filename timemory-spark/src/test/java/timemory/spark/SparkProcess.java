package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import timemory.export.data.SavedResults;
import timemory.results.Results;

/** A program on Spark as its users have it, in a process of its own. */
public final class SparkProcess {
    private static final Path ROOT = root();

    /** What spark-submit has the JVM allow: Spark 3.5 does not start without. */
    private static final List<String> OPTIONS = Stream.of("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net",
            "java.nio", "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch", "sun.nio.cs", "sun.util.calendar")
            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED").toList();
    private static final long PATIENCE_SECONDS = 240;

    private final String version;
    private final Path folder;
    private final Map<String, String> environment;

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("timemory-spark"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** @param version of Spark: 3.5, 4.0, 4.1 or 4.2 */
    public SparkProcess(String version, Path folder, Map<String, String> environment) {
        this.version = version;
        this.folder = folder;
        this.environment = environment;
    }

    /** What Spark takes for its folder: clusters start executors with the jars that are in it. */
    private Path home() throws IOException {
        Path home = folder.resolve("home");
        Path jars = home.resolve("jars");
        if (Files.exists(jars)) return home;
        Files.createDirectories(jars);
        for (String jar : jars(version).split(File.pathSeparator)) {
            Files.createSymbolicLink(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
        }
        return home;
    }

    /** All jars of Spark and what it brings along. */
    public static String jars(String version) throws IOException {
        return Files.readString(ROOT.resolve("timemory-spark/spark-" + version + "/target/class-path")).strip();
    }

    /** Timemory and the programs of tests, as this JVM has them. */
    public static String own() {
        List<String> own = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = Path.of(entry).toString();
            if (name.startsWith(ROOT.toString()) || name.contains("kotlin")) own.add(entry);
        }
        return String.join(File.pathSeparator, own);
    }

    /** Begins {@code program}, and returns its process. */
    public Process start(String program, List<String> options, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(), "-Xmx512m",
                "-XX:TieredStopAtLevel=1"));
        command.add("-Down=" + own());
        command.addAll(OPTIONS);
        command.addAll(options);
        command.addAll(List.of("-cp", own() + File.pathSeparator + jars(version), program));
        command.addAll(arguments);
        return start(program, command);
    }

    private Process start(String name, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("TIMEMORY_") || variable.startsWith("SPARK_"));
        builder.environment().putAll(environment);
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_HOME", home().toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TIMEMORY_FILE_OUTPUT", "false");
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        builder.redirectErrorStream(true).redirectOutput(log(name).toFile());
        return builder.start();
    }

    /** What a process that runs {@code program} prints. */
    public Path log(String program) {
        return folder.resolve(program + ".log");
    }

    /** Runs {@code program} to its end, and returns what it printed. */
    public String run(Class<?> program, List<String> options, List<String> arguments) throws Exception {
        return ended(program.getName(), start(program.getName(), options, arguments));
    }

    private String ended(String name, Process process) throws Exception {
        try {
            boolean hasEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String said = Files.readString(log(name));
            assertEquals(0, hasEnded ? process.exitValue() : -1, said);
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    /** A {@code spark-submit}, which begins programs as that of Spark does. */
    public Path submit() throws IOException {
        Path script = folder.resolve("spark-submit");
        Files.writeString(script, """
                #!/usr/bin/env bash
                # The words of the command come after a line of its own, each ended by a NUL.
                words=()
                while IFS= read -d '' -r word; do words+=("$word"); done < <("$JAVA_HOME/bin/java" -cp "$SPARK_HOME/jars/*" \
                    org.apache.spark.launcher.Main org.apache.spark.deploy.SparkSubmit "$@" | tail -c +3)
                exec "${words[@]}"
                """);
        script.toFile().setExecutable(true);
        return script;
    }

    /** Runs {@code command}, which a shell takes, to its end, and returns what it printed. */
    public String runShell(String command) throws Exception {
        return ended("shell", start("shell", List.of("bash", "-c", command)));
    }

    /** The results of the one application that wrote to {@code output}: of its {@code part}, empty for all of it. */
    public static Results results(Path output, String part) throws IOException {
        List<Path> applications;
        try (var all = Files.list(output)) {
            applications = all.toList();
        }
        assertEquals(1, applications.size(), applications.toString());
        return SavedResults.read(applications.get(0).resolve(part).toString());
    }
}
