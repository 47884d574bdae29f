package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import timemory.internal.platform.SystemEnvironment;
import timemory.settings.SettingsBuilder;
import timemory.tools.run.PreloadedTool.Way;

/**
 * A native program with timemory's libraries in it: the environment in which it starts.
 *
 * <p>{@code libtimemory.so} is preloaded itself, before its tools: a program that is linked with {@code libtimemory-stubs.so} would
 * otherwise have the tools call that, and its own regions are measured too.
 */
final class Preloading {
    private static final String PREFIX = "TIMEMORY_";

    private final Path libraries;
    private final Map<String, String> outside;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * @param libraries the folder of {@code libtimemory.so}
     * @param outside the environment of this process
     */
    Preloading(Path libraries, Map<String, String> outside) {
        this.libraries = libraries.toAbsolutePath().normalize();
        this.outside = outside;
    }

    /** The folder that the script names which began this process. */
    static Path folder() {
        String named = SystemEnvironment.property("timemory.libraries");
        if (named == null)
            throw new IllegalStateException("timemory's libraries are set by the script bin/timemory, which did not start this process");
        return Path.of(named);
    }

    /**
     * Has the program load {@code tools}.
     *
     * @throws IllegalArgumentException where the library of one is missing, or cannot be named to the dynamic linker
     */
    void load(List<PreloadedTool> tools) {
        name(Way.PRELOAD, libraries.resolve("libtimemory.so"), "libtimemory.so");
        for (PreloadedTool tool : tools) {
            for (Way way : tool.ways()) name(way, tool.in(libraries), tool.id());
        }
    }

    private void name(Way way, Path library, String what) {
        if (!Files.isRegularFile(library))
            throw new IllegalArgumentException(what + " needs " + library + ", which is missing (run mvn package, on Linux and "
                    + "x86-64)");
        String path = library.toString();
        if (path.matches(".*[:; \t\n].*"))
            throw new IllegalArgumentException("'" + path + "' cannot be used in " + way.variable() + ", which separates libraries by "
                    + "a character of this path; put them into a folder without spaces, colons and semicolons");
        String before = environment.getOrDefault(way.variable(), outside.get(way.variable()));
        if (way.separator().isEmpty() && before != null && !before.isBlank() && !before.equals(path))
            notes.add(way.variable() + " was '" + before + "', which is not loaded: it can name only one library");
        environment.put(way.variable(), way.with(before, path));
    }

    /**
     * Has the program measure with a setting.
     *
     * @throws IllegalArgumentException where it is none, or does not take the value
     */
    void set(String name, String value) {
        new SettingsBuilder().set(name, value);
        environment.put(variable(name), value);
    }

    /** Returns the environment variable of a setting, which may be named in small letters, and with its prefix or without. */
    static String variable(String setting) {
        String upper = setting.toUpperCase(Locale.ROOT);
        return upper.startsWith(PREFIX) ? upper : PREFIX + upper;
    }

    /** Sets a variable unless it is set, or in the environment. */
    void setDefault(String name, String value) {
        String variable = variable(name);
        String given = environment.getOrDefault(variable, outside.get(variable));
        if (given == null || given.isBlank()) set(name, value);
    }

    /** Passes the program a variable that is not a setting. */
    void put(String variable, String value) {
        environment.put(variable, value);
    }

    /** Environment variables for the program, {@code NAME=VALUE}. */
    List<String> values() {
        List<String> all = new ArrayList<>();
        environment.forEach((name, value) -> all.add(name + '=' + value));
        return all;
    }

    /** What is different for the program, and what can be known of it before it runs. */
    List<String> report(String program) throws IOException {
        List<String> lines = values();
        lines.addAll(notes);
        lines.addAll(Executable.notesOn(program, outside));
        return lines;
    }

    /** The command line that runs {@code command} in this environment through {@code env}, which it replaces. */
    List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(List.of("env"));
        all.addAll(values());
        // What has an equals sign in it would be a variable for env as well.
        if (command.get(0).contains("=")) all.addAll(List.of("sh", "-c", "exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }
}
