package timemory.tools.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import timemory.agent.option.AgentOption;
import timemory.agent.option.AgentOptions;
import timemory.agent.option.OptionText;
import timemory.internal.platform.SystemEnvironment;

/**
 * Makes the command that runs an application on Spark with the plugin, and with the agent in the driver and in all executors. It is printed
 * and not run: it is for a cluster, whose machines may have the JARs elsewhere.
 */
final class SparkCommand {
    private static final String PLUGIN = "timemory.spark.TimemoryPlugin";
    private static final String AGENT = "timemory-agent.jar";

    private final SparkSubmit submit;
    private final Properties defaults;
    private final AgentOptions checked;

    /**
     * @param command a spark-submit command
     * @param checked the agent's options
     * @throws IllegalArgumentException if the command cannot be measured
     */
    SparkCommand(List<String> command, AgentOptions checked) throws IOException {
        this.checked = checked;
        submit = SparkSubmit.of(command);
        defaults = submit.defaults(SystemEnvironment.variables());
        for (Path jar : submit.jars()) {
            if (!Files.isRegularFile(jar)) throw new IllegalArgumentException("there is no JAR '" + jar + "'");
        }
        for (String key : List.of(SparkSubmit.DRIVER_OPTIONS, SparkSubmit.EXECUTOR_OPTIONS)) {
            if (submit.value(key, defaults).contains(AGENT))
                throw new IllegalArgumentException(key + " already has timemory's agent: '" + submit.value(key, defaults) + "'");
        }
    }

    /** What the agent is given besides, so that it measures the functions of the application, and not those of Spark. */
    List<String> selection() {
        if (!checked.functions || checked.given.stream().anyMatch(AgentOption::includes)) return List.of();
        String application = submit.application();
        if (!application.endsWith(".jar"))
            throw new IllegalArgumentException("'" + application + "' is not a JAR: which JVM functions should be measured? "
                    + "Name them, as in -I '^com\\.acme\\.'");
        String name = application.substring(application.lastIndexOf('/') + 1);
        return List.of("include=module:(^|/)" + Pattern.quote(name) + '$');
    }

    /** Looks whether the patterns match anything, where the application's JARs are here. */
    void refuseWhatMatchesNothing() throws IOException {
        List<Path> jars = submit.jars();
        if (!jars.isEmpty()) PatternCheck.refuseWhatMatchesNothing(Target.of(jars), checked);
    }

    /**
     * The command, as lines of words.
     *
     * @param agentOptions all options for the agent
     * @param report whether the driver prints where the time went
     * @param folder the folder of the JARs on the cluster's machines; {@code null} if it is the same as on this machine
     * @param output where results are written; {@code null} for the default location
     */
    List<List<String>> lines(List<String> agentOptions, boolean report, @Nullable String folder, @Nullable Path output) {
        String agent = folder == null ? AgentJar.path().toString() : folder + '/' + AGENT;
        String jars = folder == null ? jarsHere() : folder + "/*";
        List<String> ofDriver = new ArrayList<>(agentOptions);
        if (report) ofDriver.add("report=true");
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(SparkSubmit.PLUGINS, joined(SparkSubmit.PLUGINS, ",", PLUGIN));
        properties.put(SparkSubmit.DRIVER_CLASS_PATH, joined(SparkSubmit.DRIVER_CLASS_PATH, File.pathSeparator, jars));
        properties.put(SparkSubmit.EXECUTOR_CLASS_PATH, joined(SparkSubmit.EXECUTOR_CLASS_PATH, File.pathSeparator, jars));
        properties.put(SparkSubmit.DRIVER_OPTIONS, joined(SparkSubmit.DRIVER_OPTIONS, " ", option(agent, ofDriver)));
        properties.put(SparkSubmit.EXECUTOR_OPTIONS, joined(SparkSubmit.EXECUTOR_OPTIONS, " ", option(agent, agentOptions)));
        if (output != null) properties.put(SparkSubmit.OUTPUT, output.toString());
        return submit.with(properties);
    }

    private static String option(String agent, List<String> options) {
        return SparkSubmit.quoted("-javaagent:" + agent + '=' + OptionText.join(options));
    }

    /** What {@code key} is set to, and {@code more} where that is not among it. */
    private String joined(String key, String separator, String more) {
        String before = submit.value(key, defaults);
        if (List.of(before.split(Pattern.quote(separator))).contains(more)) return before;
        return before.isEmpty() ? more : before + separator + more;
    }

    private static String jarsHere() {
        String folder = SystemEnvironment.property("timemory.spark");
        if (folder == null || !Files.isDirectory(Path.of(folder)))
            throw new IllegalStateException("the JARs of timemory-spark are missing" + (folder == null ? "" : " in " + folder)
                    + ": run mvn package -pl :timemory-spark -am, or name their folder on the cluster (--spark-jars)");
        return Path.of(folder).toAbsolutePath().normalize() + "/*";
    }

    /** {@code lines} as a shell takes them. */
    static String text(List<List<String>> lines) {
        return lines.stream().map(line -> line.stream().map(SparkCommand::shellWord).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" \\\n    "));
    }

    private static String shellWord(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** What to know before it is run. */
    List<String> notes(@Nullable String folder) {
        List<String> notes = new ArrayList<>();
        if (!submit.isLocal(defaults)) {
            notes.add(folder == null
                    ? "each machine of the cluster needs the JARs at these paths; if they are elsewhere, name the folder: --spark-jars DIR"
                    : "each machine of the cluster needs the JARs in " + folder + ": those of integrations/timemory-spark/target/lib, and "
                            + AGENT);
        }
        if (submit.application().endsWith(".py")) notes.add("Python functions are measured by timemory's Python package: docs/spark.md");
        return notes;
    }
}
