package timemory.tools.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import timemory.agent.option.OptionText;
import timemory.internal.platform.SystemEnvironment;

/**
 * Begins a program with the agent.
 *
 * <p>The program takes the place of this process: its number, its terminal, the signals it gets and the status it ends with are the
 * program's own. A Java program cannot do that, so the command is handed to the script that began this one, in a file.
 */
final class Launching {
    private static final int OLDEST = 17;
    private static final int WITH_NATIVE_ACCESS = 22;

    private Launching() {}

    /** Refuses a program whose files are not there, as java would, but before its JVM begins. */
    static void refuseMissing(JavaCommand command) {
        String main = command.main();
        if (main.isEmpty())
            throw new IllegalArgumentException("'" + String.join(" ", command.with(List.of())) + "' does not run a program");
        if (main.endsWith(".jar") && !Files.isRegularFile(Path.of(main)))
            throw new IllegalArgumentException("there is no JAR '" + main + "'");
    }

    /** The command line that runs {@code command} with the agent. */
    static List<String> withAgent(List<String> command, boolean isJava, List<String> agentOptions) {
        List<String> all = new ArrayList<>();
        if (isJava) {
            int release = releaseOf(command.get(0));
            if (release > 0 && release < OLDEST) {
                throw new IllegalArgumentException(
                        "'" + command.get(0) + "' is Java " + release + ", and the agent needs " + OLDEST + " or later");
            }
            List<String> options = new ArrayList<>(List.of("-javaagent:" + AgentJar.path() + '=' + OptionText.join(agentOptions)));
            if (release >= WITH_NATIVE_ACCESS) options.add("--enable-native-access=ALL-UNNAMED");
            all.addAll(new JavaCommand(command.get(0), command.subList(1, command.size()), List.of(), "").with(options));
        } else {
            // Several programs may begin: each writes into a folder of its own.
            agentOptions.add("apart=true");
            String before = SystemEnvironment.variable("JAVA_TOOL_OPTIONS");
            String agent = "-javaagent:" + AgentJar.path() + '=' + OptionText.join(agentOptions);
            all.add("env");
            all.add("JAVA_TOOL_OPTIONS=" + (before == null ? "" : before + ' ') + agent);
            all.addAll(command);
        }
        return all;
    }

    /** Has {@code command} take the place of this process, as it is. */
    static void exec(List<String> command) throws IOException {
        String file = SystemEnvironment.property("timemory.exec");
        if (file == null)
            throw new IllegalStateException("programs are started by the script bin/timemory, which did not start this process");
        StringBuilder line = new StringBuilder("exec");
        for (String word : command) line.append(" '").append(word.replace("'", "'\\''")).append('\'');
        Files.writeString(Path.of(file), line.append('\n'));
    }

    /** The version of Java that {@code java} is of, 0 where it is not known. */
    static int releaseOf(String java) {
        Path found = find(java, SystemEnvironment.variables().getOrDefault("PATH", ""));
        if (found == null) return 0;
        try {
            Path release = found.toRealPath().resolveSibling("../release");
            Properties properties = new Properties();
            try (var in = Files.newBufferedReader(release)) {
                properties.load(in);
            }
            String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
            if (version.startsWith("1.")) version = version.substring(2);
            return Integer.parseInt(version.replaceAll("\\D.*", ""));
        } catch (IOException | NumberFormatException ignored) {
            return 0;
        }
    }

    /** The file that a shell runs; {@code null} where none of the folders of {@code path} has it. */
    static @Nullable Path find(String program, String path) {
        if (program.contains("/")) return Path.of(program);
        for (String folder : path.split(File.pathSeparator)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, program);
            if (Files.isExecutable(candidate)) return candidate;
        }
        return null;
    }
}
