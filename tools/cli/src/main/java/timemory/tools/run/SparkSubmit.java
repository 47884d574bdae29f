package timemory.tools.run;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A command line of {@code spark-submit}: what it sets, and which application it runs. */
final class SparkSubmit {
    static final String PLUGINS = "spark.plugins";
    static final String DRIVER_CLASS_PATH = "spark.driver.extraClassPath";
    static final String EXECUTOR_CLASS_PATH = "spark.executor.extraClassPath";
    static final String DRIVER_OPTIONS = "spark.driver.extraJavaOptions";
    static final String EXECUTOR_OPTIONS = "spark.executor.extraJavaOptions";
    static final String OUTPUT = "spark.timemory.output";

    /** What is set again, joined with what was set before. */
    private static final Set<String> JOINED = Set.of(PLUGINS, DRIVER_CLASS_PATH, EXECUTOR_CLASS_PATH, DRIVER_OPTIONS, EXECUTOR_OPTIONS);

    /** Commands of Spark that take the same options. Only the first needs an application. */
    private static final List<String> COMMANDS = List.of("spark-submit", "spark-shell", "spark-sql", "pyspark");

    /** Options that have no value. */
    private static final Set<String> FLAGS =
            Set.of("--verbose", "-v", "--version", "--help", "-h", "--supervise", "--usage-error", "--load-spark-defaults");

    /** Options that set what properties set as well. */
    private static final Map<String, String> SPELT_OTHERWISE = Map.of("--driver-java-options", DRIVER_OPTIONS, "--driver-class-path",
            DRIVER_CLASS_PATH, "--master", "spark.master", "--jars", "spark.jars");

    private final String program;
    private final Map<String, String> set = new LinkedHashMap<>();
    private final List<List<String>> options = new ArrayList<>();
    private final List<String> rest;
    private @Nullable String propertiesFile;
    private boolean loadsDefaults;

    private SparkSubmit(List<String> command) {
        program = command.get(0);
        int at = 1;
        while (at < command.size() && command.get(at).startsWith("-") && command.get(at).length() > 1) {
            at = read(command, at);
        }
        rest = command.subList(at, command.size());
    }

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException where it is none, and where it runs nothing
     */
    static SparkSubmit of(List<String> command) {
        Path name = command.isEmpty() ? null : Path.of(command.get(0)).getFileName();
        if (name == null || !COMMANDS.contains(name.toString())) {
            throw new IllegalArgumentException("--spark-submit needs a command line of spark-submit"
                    + (command.isEmpty() ? "" : ", not '" + command.get(0) + "'")
                    + ": timemory run --spark-submit -- spark-submit --class com.acme.App app.jar");
        }
        SparkSubmit read = new SparkSubmit(command);
        if (read.rest.isEmpty() && name.toString().equals(COMMANDS.get(0)))
            throw new IllegalArgumentException("'" + String.join(" ", command) + "' does not run an application");
        return read;
    }

    /** Reads the option at {@code at}, and returns where the next stands. */
    private int read(List<String> command, int at) {
        String option = command.get(at);
        int equal = option.startsWith("--") ? option.indexOf('=') : -1;
        String name = equal < 0 ? option : option.substring(0, equal);
        if (FLAGS.contains(name)) {
            loadsDefaults |= name.equals("--load-spark-defaults");
            options.add(List.of(option));
            return at + 1;
        }
        if (equal < 0 && at + 1 == command.size()) throw new IllegalArgumentException("'" + option + "' of spark-submit has no value");
        String value = equal < 0 ? command.get(at + 1) : option.substring(equal + 1);
        int end = equal < 0 ? at + 2 : at + 1;
        boolean isProperty = name.equals("--conf") || name.equals("-c");
        String key = isProperty ? value.substring(0, Math.max(0, value.indexOf('='))) : SPELT_OTHERWISE.get(name);
        if (key != null && key.isBlank()) throw new IllegalArgumentException("'" + value + "' of spark-submit is not PROPERTY=VALUE");
        if (key != null) set.put(key.strip(), isProperty ? value.substring(value.indexOf('=') + 1) : value);
        if (name.equals("--properties-file")) propertiesFile = value;
        if (key == null || !JOINED.contains(key.strip())) options.add(command.subList(at, end));
        return end;
    }

    /** The application, empty for a shell. */
    String application() {
        return rest.isEmpty() ? "" : rest.get(0);
    }

    /** The JARs on this machine that have the application's classes, in the order of its class path. */
    List<Path> jars() {
        List<Path> jars = new ArrayList<>();
        List<String> named = new ArrayList<>(List.of(application()));
        named.addAll(List.of(set.getOrDefault("spark.jars", "").split(",")));
        for (String one : named) {
            String path = one.startsWith("file:") ? one.replaceFirst("^file:/*", "/") : one;
            if (path.endsWith(".jar") && !isElsewhere(one)) jars.add(Path.of(path));
        }
        return jars;
    }

    /** Whether {@code file} is not on this machine, or need not be. */
    private static boolean isElsewhere(String file) {
        return file.matches("(?!file:)[A-Za-z][A-Za-z0-9+.-]+:.*");
    }

    /** Whether driver and executors are one process; {@code false} where that is not known. */
    boolean isLocal(Properties defaults) {
        return value("spark.master", defaults).startsWith("local") && !value("spark.master", defaults).startsWith("local-cluster");
    }

    /**
     * What Spark takes for what the command line does not set.
     *
     * @param environment with {@code SPARK_HOME}, {@code SPARK_CONF_DIR} and {@code PATH}, where they are set
     */
    Properties defaults(Map<String, String> environment) throws IOException {
        Properties defaults = new Properties();
        Path usual = usualDefaults(environment);
        if ((propertiesFile == null || loadsDefaults) && usual != null && Files.isRegularFile(usual)) read(usual, defaults);
        if (propertiesFile == null) return defaults;
        if (!Files.isRegularFile(Path.of(propertiesFile)))
            throw new IllegalArgumentException("there is no properties file '" + propertiesFile + "'");
        read(Path.of(propertiesFile), defaults);
        return defaults;
    }

    private @Nullable Path usualDefaults(Map<String, String> environment) throws IOException {
        String folder = environment.get("SPARK_CONF_DIR");
        if (folder != null) return Path.of(folder, "spark-defaults.conf");
        String home = environment.get("SPARK_HOME");
        if (home != null) return Path.of(home, "conf", "spark-defaults.conf");
        Path found = Launching.find(program, environment.getOrDefault("PATH", ""));
        if (found == null || !Files.exists(found)) return null;
        Path bin = found.toRealPath().getParent();
        return bin == null || bin.getParent() == null ? null : bin.getParent().resolve("conf/spark-defaults.conf");
    }

    private static void read(Path file, Properties into) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            into.load(reader);
        }
    }

    /** What {@code key} is set to, empty for nothing. */
    String value(String key, Properties defaults) {
        return set.getOrDefault(key, defaults.getProperty(key, "")).strip();
    }

    /**
     * The command line with {@code properties} first, one option with its value per line. The caller must have merged the values that the
     * command line already set for these properties into them.
     */
    List<List<String>> with(Map<String, String> properties) {
        List<List<String>> lines = new ArrayList<>(List.of(List.of(program)));
        properties.forEach((key, value) -> lines.add(List.of("--conf", key + '=' + value)));
        lines.addAll(options);
        if (!rest.isEmpty()) lines.add(rest);
        return lines;
    }

    /** {@code option} as one word of options of a JVM, which Spark takes apart at spaces that no quotes are around. */
    static String quoted(String option) {
        return option.matches("[^\\s'\"\\\\]+") ? option : "'" + option.replace("'", "'\\''") + "'";
    }
}
