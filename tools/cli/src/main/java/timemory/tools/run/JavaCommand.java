package timemory.tools.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarFile;
import timemory.internal.platform.SystemEnvironment;

/**
 * A command line of {@code java}: what it runs, and where its classes are.
 *
 * @param java the program, as it was given
 * @param arguments all that follows it
 * @param classPath where its classes are; of {@code -jar}, the JAR and what its manifest adds
 * @param main the class, JAR or {@code module/class} that is run, empty where the command runs none, as {@code java -version}
 */
public record JavaCommand(String java, List<String> arguments, List<Path> classPath, String main) {
    /** Options whose value is the next argument. */
    private static final Set<String> WITH_VALUE = Set.of(
            "--add-modules", "--add-opens", "--add-exports", "--add-reads", "--limit-modules", "--upgrade-module-path",
            "--enable-native-access",
            "--source", "--illegal-native-access", "-d", "--describe-module");

    /** Whether {@code program} is the launcher of a Java runtime, by its name. */
    public static boolean isJava(String program) {
        return Path.of(program).getFileName() != null && Path.of(program).getFileName().toString().equals("java");
    }

    /**
     * Reads a command line as {@code java} does.
     *
     * @throws IOException where a file of arguments cannot be read
     */
    public static JavaCommand of(List<String> command) throws IOException {
        List<String> arguments = command.subList(1, command.size());
        List<String> options = withFiles(arguments);
        String classPath = SystemEnvironment.variables().getOrDefault("CLASSPATH", ".");
        String main = "";
        List<Path> modules = new ArrayList<>();
        for (int i = 0; i < options.size() && main.isEmpty(); i++) {
            String option = options.get(i);
            String next = i + 1 < options.size() ? options.get(i + 1) : "";
            String value = option.startsWith("--") && option.contains("=") ? option.substring(option.indexOf('=') + 1) : next;
            boolean takesNext = !option.contains("=");
            switch (option.startsWith("--") && option.contains("=") ? option.substring(0, option.indexOf('=')) : option) {
                case "-cp", "-classpath", "--class-path" -> {
                    classPath = value;
                    if (takesNext) i++;
                }
                case "-p", "--module-path" -> {
                    modules.addAll(split(value));
                    if (takesNext) i++;
                }
                case "-jar" -> {
                    main = next;
                    classPath = String.join(File.pathSeparator, withManifestClassPath(next));
                }
                case "-m", "--module" -> main = value.contains("/") ? value : value + "/";
                default -> {
                    if (WITH_VALUE.contains(option)) i++;
                    else if (!option.startsWith("-")) main = option;
                }
            }
        }
        List<Path> all =
                new ArrayList<>(main.contains("/") && !main.endsWith(".jar") && !main.endsWith(".java") ? List.of() : split(classPath));
        all.addAll(modules);
        return new JavaCommand(command.get(0), arguments, all, main);
    }

    /** The command line with {@code options} of the JVM before all others. */
    public List<String> with(List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(options);
        command.addAll(arguments);
        return command;
    }

    /** Arguments, with those of {@code @file}s in their place. */
    private static List<String> withFiles(List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>();
        for (String argument : arguments) {
            if (!argument.startsWith("@") || argument.startsWith("@@")) {
                all.add(argument);
                continue;
            }
            for (String line : Files.readAllLines(Path.of(argument.substring(1)))) {
                String stripped = line.strip();
                if (!stripped.isEmpty() && !stripped.startsWith("#")) all.addAll(ArgumentFile.split(stripped));
            }
        }
        return all;
    }

    private static List<Path> split(String path) {
        List<Path> all = new ArrayList<>();
        for (String element : path.split(File.pathSeparator)) {
            if (element.endsWith("/*") || element.equals("*")) {
                Path folder =
                        Path.of(element.substring(0, element.length() - 1).isEmpty() ? "." : element.substring(0, element.length() - 1));
                File[] jars = folder.toFile().listFiles((parent, name) -> name.toLowerCase(Locale.ROOT).endsWith(".jar"));
                if (jars != null) for (File jar : jars) all.add(jar.toPath());
            } else if (!element.isEmpty()) {
                all.add(Path.of(element));
            }
        }
        return all;
    }

    private static List<String> withManifestClassPath(String jar) {
        List<String> all = new ArrayList<>(List.of(jar));
        try (JarFile file = new JarFile(jar)) {
            String more = file.getManifest() == null ? null : file.getManifest().getMainAttributes().getValue("Class-Path");
            if (more == null) return all;
            Path path = Path.of(jar).toAbsolutePath();
            for (String element : more.trim().split("\\s+")) {
                if (!element.isEmpty() && !element.contains(":")) all.add(path.resolveSibling(element).toString());
            }
        } catch (IOException ignored) {
            // java itself says what is wrong with it
        }
        return all;
    }
}
