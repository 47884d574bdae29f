package timemory.agent.option;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import timemory.bundle.Bundle;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.Scope;
import timemory.agent.select.FunctionPattern;
import timemory.agent.select.LearnedFunctions;
import timemory.agent.select.SelectionOptions;

/**
 * What the agent is asked to do: {@code name=value} each, named as the long options of {@code timemory run}. Behind {@code -javaagent:...=}
 * they are separated by semicolons. A percent sign and two hexadecimal digits stand for a character, where it would separate: {@code %3B}
 * for a semicolon.
 */
public final class AgentOptions {
    /** Options that say which functions are measured. */
    private static final Set<String> CHOICES =
            Set.of("include", "preset", "restrict", "callers", "callees", "min-size", "min-size-loop", "main",
                    "constructors", "static-initializers", "lambdas", "jdk", "learned");

    /** Options that change nothing in the code that is woven. */
    private static final Set<String> NO_RULES =
            Set.of("report", "report-file", "status-file", "until", "set", "apart", "throttle", "gotcha",
                    "functions", "source-path", "cache", "all-functions", "trace", "sample", "async-profiler");

    /** Options that ask for functions to be measured where samples alone are asked for otherwise. */
    private static final Set<String> OF_FUNCTIONS =
            Set.of("functions", "exclude", "components", "label", "loops", "callsites", "profile", "trace", "all-functions", "throttle",
                    "allow-arguments");

    public final SelectionOptions selection = new SelectionOptions();

    /** Whether functions are measured; without, the agent only serves gotchas. */
    public boolean functions = true;

    /** Classes of gotchas to be ready before the program starts. */
    public final List<String> gotchas = new ArrayList<>();

    /** The components of functions that no rule names. */
    public String components = "wall_clock";

    /** Components by pattern; the first that matches a function counts. */
    public final Map<FunctionPattern, String> componentRules = new LinkedHashMap<>();

    /** What labels show beside class and function. */
    public final List<String> labels = new ArrayList<>();

    /** Whether loops are measured inside of functions. */
    public boolean loops;

    /** Whether the calls that functions make are measured where they are made. */
    public boolean callSites;

    /** Found in the functions that are called there, {@code null} for all. */
    public Pattern callSitePattern;

    /** Classes whose {@code toString} may be called for labels, {@code null} for none. */
    public Pattern allowedArguments;

    /** A preset, {@code null} for none. */
    public Profile profile;

    /** Whether each call is told by itself, with its time. */
    public boolean trace;

    /** Folders that sources are looked for in, before those that are guessed. */
    public final List<Path> sourcePath = new ArrayList<>();

    /** Whether all functions that are selected are woven, and none is left to samples. */
    public boolean allFunctions;

    /** Whether what was woven into classes is kept for the next run. */
    public boolean cache = true;

    /** Where, {@code null} for the user's usual place. */
    public Path cachePath;

    /** Settings of timemory, by name. */
    public final Map<String, String> settings = new LinkedHashMap<>();

    /** Whether functions called often and short are no longer measured after a while. */
    public boolean throttle = true;

    /** Whether the program is sampled: what of it is among the settings. */
    public boolean samples;

    /** The JAR of async-profiler for programs that do not bring it, {@code null} for none. */
    public Path asyncProfiler;

    /** Options as they were given. */
    private final List<String> all = new ArrayList<>();

    /** The names of options that were given. */
    public final Set<String> given = new HashSet<>();

    /** Whether to write results into a folder named after the process, as several may be measured at once. */
    public boolean apart;

    /** Whether to say at the end what was measured and where the time went, on the standard error stream. */
    public boolean report;

    /** A file to say that in besides; {@code null} for none. */
    public Path reportFile;

    /** A file that tells whoever attaches the agent how the measurement stands; {@code null} for none. */
    public Path statusFile;

    /** The process that ends the measurement of an attached agent when it ends, 0 for none. */
    public long until;

    /**
     * Reads options as they stand behind {@code -javaagent:...=}.
     *
     * @throws IllegalArgumentException for an unknown option or a wrong value
     */
    public static AgentOptions parse(String arguments) {
        return arguments == null ? new AgentOptions() : parse(OptionText.split(arguments));
    }

    /**
     * Reads options, {@code name=value} each.
     *
     * @throws IllegalArgumentException for an unknown option or a wrong value
     */
    public static AgentOptions parse(List<String> options) {
        AgentOptions read = new AgentOptions();
        options.forEach(read::read);
        if (read.samples && Collections.disjoint(read.given, CHOICES) && Collections.disjoint(read.given, OF_FUNCTIONS))
            read.functions = false;
        if (read.profile != null) read.profile.applyTo(read);
        return read;
    }

    /**
     * Where no components were given, those of profiles and traces are the ones of timemory's settings for them, {@code
     * PROFILER_COMPONENTS} and {@code TRACE_COMPONENTS}, then of {@code GLOBAL_COMPONENTS}. To be asked once a session has begun, which
     * reports what is wrong in them.
     */
    public void chooseComponents() {
        if (given.contains("components") || profile == null && !trace) return;
        Bundle chosen = profile == null ? Bundles.user("TRACE") : trace ? Bundles.user("PROFILER", "TRACE") : Bundles.user("PROFILER");
        List<String> ids = new ArrayList<>();
        for (ComponentType<?> type : chosen.getTypes()) ids.add(type.getId());
        if (!ids.isEmpty()) components = String.join(",", ids);
    }

    /** Has results recorded and written however the program is set up that is measured from outside, unless the options say otherwise. */
    public void writeWhateverTheProgramSets() {
        for (String setting : List.of("enabled", "file_output")) {
            if (settings.keySet().stream().noneMatch(name -> name.toLowerCase(Locale.ROOT).replaceFirst("^timemory_", "").equals(setting)))
                settings.put(setting, "true");
        }
    }

    /**
     * Whether samples decide which functions of a large program are woven: where nothing says which functions, or which parts of them, are
     * measured, nor that every call is.
     */
    public boolean choosesBySamples() {
        return !allFunctions && throttle && profile == null && !trace && !loops && !callSites && Collections.disjoint(given, CHOICES);
    }

    /**
     * Whether what is woven into a class depends on nothing but the class and {@link #rules}: not where it depends on other classes, or where
     * more than the number of a function stands in the code.
     */
    public boolean isWeavingRepeatable() {
        return !loops && !callSites && profile != Profile.LINES && !labels.contains("args") && selection.callers.isEmpty()
                && selection.callees.isEmpty() && !selection.jdk;
    }

    /** The options that what is woven into a class depends on, as text. */
    public String rules() {
        List<String> lines = new ArrayList<>(); // in their order: of rules for components the first counts, of other options the last
        for (String line : all)
            if (!NO_RULES.contains(line.substring(0, line.indexOf('=') < 0 ? line.length() : line.indexOf('=')))) lines.add(line);
        String learned = selection.learned == null ? "" : selection.learned + "\n";
        return components + '\n' + learned + String.join("\n", lines);
    }

    /** The scope of regions, {@code null} for as the settings say. */
    public Scope scope() {
        if (profile == Profile.LINES) return Scope.FLAT;
        return trace ? Scope.TIMELINE : null;
    }

    private void read(String line) {
        int end = line.indexOf('=');
        String name = end < 0 ? line : line.substring(0, end);
        String value = end < 0 ? "true" : line.substring(end + 1);
        given.add(name);
        all.add(line);
        switch (name) {
            case "include" -> selection.include.add(FunctionPattern.of(value));
            case "preset" -> {
                for (String preset : value.split(",")) selection.presets.addAll(Preset.of(preset).patterns());
            }
            case "exclude" -> selection.exclude.add(FunctionPattern.of(value));
            case "restrict" -> selection.restrict.add(FunctionPattern.of(value));
            case "callers" -> {
                FunctionPattern pattern = FunctionPattern.of(value);
                if (!pattern.isForCalls()) {
                    throw new IllegalArgumentException("callers=" + value + ": of what is called, only class:, method: and signature: "
                            + "are known");
                }
                selection.callers.add(pattern);
            }
            case "callees" -> selection.callees.add(FunctionPattern.of(value));
            case "learned" -> selection.learned = LearnedFunctions.read(Path.of(value));
            case "min-size" -> selection.minimumSize = number(name, value);
            case "min-size-loop" -> selection.minimumLoopSize = number(name, value);
            case "main" -> selection.mainOnly = truth(name, value);
            case "constructors" -> selection.constructors = truth(name, value);
            case "static-initializers" -> selection.staticInitializers = truth(name, value);
            case "lambdas" -> selection.lambdas = truth(name, value);
            case "jdk" -> selection.jdk = truth(name, value);
            case "gotcha" -> gotchas.addAll(List.of(value.split(",")));
            case "functions" -> functions = truth(name, value);
            case "components" -> components(value);
            case "label" -> labels(value);
            case "allow-arguments" -> allowedArguments = FunctionPattern.compile(value);
            case "loops" -> loops = truth(name, value);
            case "callsites" -> callSites(value);
            case "profile" -> profile = Profile.of(value);
            case "trace" -> trace = truth(name, value);
            case "source-path" -> {
                for (String folder : value.split(File.pathSeparator)) if (!folder.isEmpty()) sourcePath.add(Path.of(folder));
            }
            case "cache" -> cache(value);
            case "sample" -> {
                samples = !value.equals("false");
                if (samples) settings.put("sampling", value.equals("true") ? "cpu" : value);
            }
            case "async-profiler" -> asyncProfiler = Path.of(value);
            case "all-functions" -> allFunctions = truth(name, value);
            case "throttle" -> throttle = truth(name, value);
            case "apart" -> apart = truth(name, value);
            case "report" -> report = truth(name, value);
            case "report-file" -> reportFile = Path.of(value);
            case "status-file" -> statusFile = Path.of(value);
            case "until" -> until = number(name, value);
            case "set" -> set(value);
            default -> throw new IllegalArgumentException("there is no option '" + name + "' (timemory run --help lists them)");
        }
    }

    private void components(String value) {
        int end = value.lastIndexOf('=');
        if (end < 0) components = value;
        else componentRules.put(FunctionPattern.of(value.substring(0, end)), value.substring(end + 1));
    }

    private void labels(String value) {
        for (String part : value.split(",")) {
            if (!Labels.PARTS.contains(part))
                throw new IllegalArgumentException("labels have no '" + part + "': label=" + String.join(",", Labels.PARTS));
            labels.add(part);
        }
    }

    private void callSites(String value) {
        callSites = !value.equals("false");
        callSitePattern = value.equals("true") || !callSites ? null : FunctionPattern.compile(value);
    }

    private void cache(String value) {
        if (value.isEmpty()) throw new IllegalArgumentException("cache= names no folder: cache=FOLDER, or cache=off");
        cache = !value.equals("off") && !value.equals("false");
        cachePath = !cache || value.equals("on") || value.equals("true") ? null : Path.of(value).toAbsolutePath();
    }

    private void set(String value) {
        int end = value.indexOf('=');
        if (end < 0) throw new IllegalArgumentException("'" + value + "' sets nothing: set=NAME=VALUE");
        settings.put(value.substring(0, end), value.substring(end + 1));
    }

    private static boolean truth(String name, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("option " + name + " is true or false, not '" + value + "'");
        };
    }

    private static int number(String name, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) return number;
        } catch (NumberFormatException ignored) {
            // told below
        }
        throw new IllegalArgumentException("option " + name + " is a whole number from 0 on, not '" + value + "'");
    }
}
