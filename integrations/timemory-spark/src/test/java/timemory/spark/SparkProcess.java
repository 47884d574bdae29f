package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import timemory.export.data.SavedResults;
import timemory.results.Results;
import timemory.tests.Repository;

/** Runs a Spark program as users do, in a separate process. */
public final class SparkProcess {
    private static final Path ROOT = Repository.ROOT;

    /** The JVM options set by spark-submit: Spark 3.5 does not start without them. */
    private static final List<String> OPTIONS = Stream.of("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net",
            "java.nio", "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch", "sun.nio.cs", "sun.util.calendar")
            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED").toList();
    private static final long PATIENCE_SECONDS = 240;
    private static final String USUAL_VERSION = "4.2";

    /** Folder of files shared by all tests of a module. */
    private static final Path MADE = Path.of("target", "spark-process").toAbsolutePath();
    private static final Set<String> HOMES = new HashSet<>();
    private static String own;

    private final String version;
    private final Path folder;
    private final Map<String, String> environment;

    /** @param version of Spark: 3.5, 4.0, 4.1 or 4.2 */
    public SparkProcess(String version, Path folder, Map<String, String> environment) {
        this.version = version;
        this.folder = folder;
        this.environment = environment;
    }

    /** Returns Spark's home folder: clusters start executors with the jars in it. Shared by all tests with {@code version}. */
    private static synchronized Path home(String version) throws IOException {
        Path home = MADE.resolve("home-" + version);
        Path jars = home.resolve("jars");
        if (!HOMES.add(version)) return home;
        Files.createDirectories(jars);
        try (Stream<Path> earlier = Files.list(jars)) {
            for (Path link : earlier.toList()) Files.delete(link);
        }
        for (String jar : jars(version).split(File.pathSeparator)) {
            Files.createSymbolicLink(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
        }
        return home;
    }

    /** Returns all jars of Spark and its dependencies. */
    public static String jars(String version) throws IOException {
        return Files.readString(ROOT.resolve("integrations/timemory-spark/spark-" + version + "/target/class-path")).strip();
    }

    /**
     * Returns timemory and the test programs from this JVM's class path; folders are packed as JARs, because class data archives do not
     * support folders.
     */
    public static synchronized String own() throws IOException {
        if (own == null) {
            List<String> entries = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (!entry.startsWith(ROOT.toString()) && !entry.contains("kotlin")) continue;
                Path path = Path.of(entry);
                if (Files.isDirectory(path)) entries.add(jar(path, MADE.resolve("own-" + entries.size() + ".jar")).toString());
                else if (Files.exists(path)) entries.add(entry);
            }
            own = String.join(File.pathSeparator, entries);
        }
        return own;
    }

    /** Packs {@code folder} into {@code jar} reproducibly, and leaves it alone if it is up to date. */
    private static Path jar(Path folder, Path jar) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes); Stream<Path> files = Files.walk(folder)) {
            zip.setLevel(0);
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                ZipEntry entry = new ZipEntry(folder.relativize(file).toString());
                entry.setTimeLocal(LocalDateTime.of(2020, 1, 1, 0, 0));
                zip.putNextEntry(entry);
                Files.copy(file, zip);
            }
        }
        Files.createDirectories(jar.getParent());
        if (!Files.exists(jar) || !Arrays.equals(Files.readAllBytes(jar), bytes.toByteArray())) Files.write(jar, bytes.toByteArray());
        return jar;
    }

    /**
     * Lets the JVM archive Spark's classes, parsed and verified, for the next program with the same class path: they take half the
     * processor time of these programs. Creating the archive costs as much as three starts save, so only the version used by most tests has
     * one. Java 17 does not support it.
     */
    private List<String> archive() throws IOException {
        if (Runtime.version().feature() < 19 || !version.equals(USUAL_VERSION)) return List.of();
        Files.createDirectories(MADE);
        Path file = MADE.resolve("classes-" + version + "-" + Runtime.version().feature() + ".jsa");
        return List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + file, "-Xlog:cds*=off", "-Xlog:aot*=off");
    }

    /** Starts {@code program}, and returns its process. */
    public Process start(String program, List<String> options, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(), "-Xmx512m",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(archive());
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
        builder.environment().put("SPARK_HOME", home(version).toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TIMEMORY_FILE_OUTPUT", "false");
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        builder.redirectErrorStream(true).redirectOutput(log(name).toFile());
        return builder.start();
    }

    /** Returns the log file of a process that runs {@code program}. */
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

    /** Returns a {@code spark-submit} script that works like Spark's. */
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

    /** Runs {@code command} in a shell, and returns its output. */
    public String runShell(String command) throws Exception {
        return ended("shell", start("shell", List.of("bash", "-c", command)));
    }

    /** Returns the results of the only application that wrote to {@code output}: of its {@code part}, or all of it if empty. */
    public static Results results(Path output, String part) throws IOException {
        List<Path> applications;
        try (var all = Files.list(output)) {
            applications = all.toList();
        }
        assertEquals(1, applications.size(), applications.toString());
        return SavedResults.read(applications.get(0).resolve(part).toString());
    }
}
