package timemory.agent.option;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.ComponentType;
import timemory.Scope;
import timemory.WallClock;
import timemory.agent.select.FunctionPattern;
import timemory.agent.select.LearnedFunctions;
import timemory.agent.select.SelectionOptions;
import timemory.spi.ToolComponents;

/**
 * The agent's parsed options: {@code name=value} pairs of {@link AgentOption}. After {@code -javaagent:...=} they are separated by
 * semicolons. A percent sign and two hexadecimal digits represent a character that would otherwise separate: {@code %3B} for a semicolon.
 */
public final class AgentOptions {
    /** In a list of components: also those of the settings. */
    private static final String FALLTHROUGH = "fallthrough";
    private static final String NONE = "none";

    /** Instead of components: those that the thread pushed when the function is called. */
    public static final String PUSHED = "pushed";

    public final SelectionOptions selection = new SelectionOptions();

    /** Whether functions are measured; otherwise the agent only serves gotchas. */
    public boolean functions = true;

    /** Classes of gotchas to be prepared before the program starts. */
    public final List<String> gotchas = new ArrayList<>();

    /** The components of functions that no rule names. */
    public String components = AgentOption.COMPONENTS.defaultValue();

    /** Whether {@link #components} were given, rather than only those of a pattern. */
    private boolean hasComponents;

    /** Whether functions use the components that the thread pushed. */
    private boolean followsPushed;

    /** Lists that leave components to the settings, with the components these choose. */
    private final Map<String, String> resolved = new HashMap<>();

    /** Components by pattern; the first one that matches a function counts. */
    public final Map<FunctionPattern, String> componentRules = new LinkedHashMap<>();

    /** What labels contain in addition to class and function. */
    public final List<String> labels = new ArrayList<>();

    /** Whether loops inside functions are measured. */
    public boolean loops;

    /** Whether calls made by functions are measured at the call site. */
    public boolean callSites;

    /** Matched against the functions that are called there, {@code null} for all. */
    public @Nullable Pattern callSitePattern;

    /** Classes whose {@code toString} may be called for labels, {@code null} for none. */
    public @Nullable Pattern allowedArguments;

    /** A preset, {@code null} for none. */
    public @Nullable Profile profile;

    /** Whether each call is shown separately, with its time. */
    public boolean trace;

    /** Folders where sources are searched for, before the default ones. */
    public final List<Path> sourcePath = new ArrayList<>();

    /** Whether all selected functions are woven, without leaving any to sampling. */
    public boolean allFunctions;

    /** Whether woven classes are cached for the next run. */
    public boolean cache = true;

    /** The location of the cache, {@code null} for the default one. */
    public @Nullable Path cachePath;

    /** timemory settings, by name. */
    public final Map<String, String> settings = new LinkedHashMap<>();

    /** Whether functions that are called often and are short are no longer measured after a while. */
    public boolean throttle = true;

    /** Whether the program is sampled, as specified in the settings. */
    public boolean samples;

    /** The JAR of async-profiler for programs that do not include it, {@code null} for none. */
    public @Nullable Path asyncProfiler;

    /** The options that woven code depends on, as given. */
    private final List<String> weaving = new ArrayList<>();

    /** The options that were given. */
    public final Set<AgentOption> given = EnumSet.noneOf(AgentOption.class);

    /** Whether to write results to a folder named after the process, because several may be measured at once. */
    public boolean apart;

    /** Whether to report at the end on stderr what was measured and where the time went. */
    public boolean report;

    /** A file for that report; {@code null} for none. */
    public @Nullable Path reportFile;

    /** A file with the state of the measurement for the process that attaches the agent; {@code null} for none. */
    public @Nullable Path statusFile;

    /** The process that ends the measurement of an attached agent when it exits, 0 for none. */
    public long until;

    /**
     * Parses options as written after {@code -javaagent:...=}.
     *
     * @throws IllegalArgumentException for an unknown option or a wrong value
     */
    public static AgentOptions parse(@Nullable String arguments) {
        return arguments == null ? new AgentOptions() : parse(OptionText.split(arguments));
    }

    /**
     * Parses options, {@code name=value} each.
     *
     * @throws IllegalArgumentException for an unknown option or a wrong value
     */
    public static AgentOptions parse(List<String> options) {
        AgentOptions read = new AgentOptions();
        options.forEach(read::read);
        if (read.samples && !read.asksForFunctions()) read.functions = false;
        if (read.followsPushed) read.followPushed();
        if (read.profile != null) read.profile.applyTo(read);
        return read;
    }

    private void followPushed() {
        if (trace || profile != null) {
            throw new IllegalArgumentException("mode=region does not go with " + (trace ? "trace" : "profile") + ": leave one of them out");
        }
        // The thread's components if it pushed none, in the program's own regions too.
        if (hasComponents) settings.put("COMPONENTS", components);
    }

    /**
     * Chooses the components like all timemory tools: those that were given, otherwise those of {@code TRACE_COMPONENTS}, with a profile of
     * {@code PROFILER_COMPONENTS}, and so on. To be called after a session has started, which reports errors in settings.
     */
    public void chooseComponents() {
        components = followsPushed ? PUSHED : chosen(componentsGiven());
        for (Map.Entry<FunctionPattern, String> rule : componentRules.entrySet()) rule.setValue(chosen(rule.getValue()));
    }

    /**
     * Returns the components for functions that are woven ahead of time: those that were given, or a marker for those that the settings
     * choose at run time.
     */
    public String componentsAheadOfTime() {
        if (followsPushed) return PUSHED;
        return componentsGiven().isEmpty() ? FALLTHROUGH : components;
    }

    /** Returns the ids of the components in {@code list}, which may leave them to the settings; {@code none} for none. */
    public String chosen(String list) {
        List<String> bundles = profile == null ? List.of("TRACE") : trace ? List.of("PROFILER", "TRACE") : List.of("PROFILER");
        List<ComponentType<?>> types;
        try {
            types = ToolComponents.componentsOfTool(list, bundles, List.of(WallClock.TYPE));
        } catch (IllegalArgumentException unknown) {
            return list; // reported when a bundle is created from it
        }
        if (types.isEmpty()) return NONE;
        List<String> ids = new ArrayList<>();
        for (ComponentType<?> type : types) ids.add(type.getId());
        return String.join(",", ids);
    }

    /** Returns the components in a {@code list} that was woven into a program ahead of time. */
    public String resolved(String list) {
        return list.contains(FALLTHROUGH) ? resolved.computeIfAbsent(list, this::chosen) : list;
    }

    private String componentsGiven() {
        return hasComponents ? components : "";
    }

    /**
     * Makes results be recorded and written however the program that is measured from outside is configured, unless the options say
     * otherwise.
     */
    public void writeWhateverTheProgramSets() {
        for (String setting : List.of("enabled", "file_output")) if (valueOf(setting) == null) settings.put(setting, "true");
    }

    /** Returns the value given for {@code setting}, named in lower case without its prefix; {@code null} for none. */
    public @Nullable String valueOf(String setting) {
        @Nullable
        String value = null;
        for (Map.Entry<String, String> given : settings.entrySet()) {
            if (given.getKey().toLowerCase(Locale.ROOT).replaceFirst("^timemory_", "").equals(setting)) value = given.getValue();
        }
        return value;
    }

    /**
     * Whether samples decide which functions of a large program are woven: if nothing specifies which functions, or which parts of them,
     * are measured, nor that every call is.
     */
    public boolean choosesBySamples() {
        return !allFunctions && throttle && profile == null && !trace && !loops && !callSites && !choosesFunctions();
    }

    private boolean choosesFunctions() {
        for (AgentOption option : given) if (option.choosesFunctions()) return true;
        return false;
    }

    private boolean asksForFunctions() {
        for (AgentOption option : given) if (option.asksForFunctions()) return true;
        return false;
    }

    /**
     * Whether woven code depends only on the class and {@link #rules}: not if it depends on other classes, or if the code contains more
     * than the number of a function.
     */
    public boolean isWeavingRepeatable() {
        return !loops && !callSites && profile != Profile.LINES && !labels.contains("args") && selection.callers.isEmpty()
                && selection.callees.isEmpty() && !selection.jdk;
    }

    /** Returns the options that woven code depends on, as text. */
    public String rules() {
        String learned = selection.learned == null ? "" : selection.learned + "\n";
        // In order: of rules for components the first one counts, of other options the last one.
        return components + '\n' + learned + String.join("\n", weaving);
    }

    /** The scope of regions, {@code null} as the settings specify. */
    public @Nullable Scope scope() {
        if (profile == Profile.LINES) return Scope.FLAT;
        return trace ? Scope.TIMELINE : null;
    }

    private void read(String line) {
        int end = line.indexOf('=');
        AgentOption option = AgentOption.of(end < 0 ? line : line.substring(0, end));
        given.add(option);
        if (option.changesWeaving()) weaving.add(line);
        apply(option, end < 0 ? "true" : line.substring(end + 1));
    }

    private void apply(AgentOption option, String value) {
        switch (option) {
            case INCLUDE -> selection.include.add(FunctionPattern.of(value));
            case PRESET -> {
                for (String preset : value.split(",")) selection.presets.addAll(Preset.of(preset).patterns());
            }
            case EXCLUDE -> selection.exclude.add(FunctionPattern.of(value));
            case RESTRICT -> selection.restrict.add(FunctionPattern.of(value));
            case CALLERS -> {
                FunctionPattern pattern = FunctionPattern.of(value);
                if (!pattern.isForCalls()) {
                    throw new IllegalArgumentException("callers=" + value + ": callees are selected only by class:, method: and signature: "
                            + "are known");
                }
                selection.callers.add(pattern);
            }
            case CALLEES -> selection.callees.add(FunctionPattern.of(value));
            case LEARNED -> selection.learned = LearnedFunctions.read(Path.of(value));
            case MIN_SIZE -> selection.minimumSize = number(option, value);
            case MIN_SIZE_LOOP -> selection.minimumLoopSize = number(option, value);
            case MAIN -> selection.mainOnly = truth(option, value);
            case CONSTRUCTORS -> selection.constructors = truth(option, value);
            case STATIC_INITIALIZERS -> selection.staticInitializers = truth(option, value);
            case LAMBDAS -> selection.lambdas = truth(option, value);
            case JDK -> selection.jdk = truth(option, value);
            case GOTCHA -> gotchas.addAll(List.of(value.split(",")));
            case FUNCTIONS -> functions = truth(option, value);
            case COMPONENTS -> components(value);
            case MODE -> followsPushed = isRegion(value);
            case LABEL -> labels(value);
            case ALLOW_ARGUMENTS -> allowedArguments = FunctionPattern.compile(value);
            case LOOPS -> loops = truth(option, value);
            case CALLSITES -> callSites(value);
            case PROFILE -> profile = Profile.of(value);
            case TRACE -> trace = truth(option, value);
            case SOURCE_PATH -> {
                for (String folder : value.split(File.pathSeparator)) if (!folder.isEmpty()) sourcePath.add(Path.of(folder));
            }
            case CACHE -> cache(value);
            case SAMPLE -> {
                samples = !value.equals("false");
                if (samples) settings.put("sampling", value.equals("true") ? "cpu" : value);
            }
            case ASYNC_PROFILER -> asyncProfiler = Path.of(value);
            case ALL_FUNCTIONS -> allFunctions = truth(option, value);
            case THROTTLE -> throttle = truth(option, value);
            case APART -> apart = truth(option, value);
            case REPORT -> report = truth(option, value);
            case REPORT_FILE -> reportFile = Path.of(value);
            case STATUS_FILE -> statusFile = Path.of(value);
            case UNTIL -> until = number(option, value);
            case SET -> set(value);
            default -> throw new AssertionError("option " + option.id() + " is in the catalogue but not read");
        }
    }

    private void components(String value) {
        int end = value.lastIndexOf('=');
        if (end < 0) {
            components = value;
            hasComponents = true;
        } else componentRules.put(FunctionPattern.of(value.substring(0, end)), value.substring(end + 1));
    }

    private static boolean isRegion(String mode) {
        if (mode.equals("region")) return true;
        if (mode.equals("trace")) return false;
        throw new IllegalArgumentException("there is no mode '" + mode + "': mode=trace or mode=region");
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
        if (value.isEmpty()) throw new IllegalArgumentException("cache= has no folder: write cache=FOLDER or cache=off");
        cache = !value.equals("off") && !value.equals("false");
        cachePath = !cache || value.equals("on") || value.equals("true") ? null : Path.of(value).toAbsolutePath();
    }

    private void set(String value) {
        int end = value.indexOf('=');
        if (end < 0) throw new IllegalArgumentException("'" + value + "' has no value: write set=NAME=VALUE");
        settings.put(value.substring(0, end), value.substring(end + 1));
    }

    private static boolean truth(AgentOption option, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("option " + option.id() + " must be true or false, not '" + value + "'");
        };
    }

    private static int number(AgentOption option, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) return number;
        } catch (NumberFormatException ignored) {
            // reported below
        }
        throw new IllegalArgumentException("option " + option.id() + " must be a whole number of at least 0, not '" + value + "'");
    }
}
