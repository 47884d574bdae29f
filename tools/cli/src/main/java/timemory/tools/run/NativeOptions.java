package timemory.tools.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import timemory.agent.option.AgentOption;
import timemory.agent.select.LearnedFunctions;

/** The options of {@code timemory run} for a native program, which reads them from its environment. */
final class NativeOptions {

    /** Options that mean the same for every native program. */
    private static final Set<String> OF_PROGRAMS =
            Set.of("--preload", "--components", "--scope", "--max-depth", "--set", "--output-path", "--tables", "--quiet",
                    "--no-check");

    /** Options that choose functions, and mean the same if they are those of a native program. */
    private static final Set<String> OF_FUNCTIONS = Set.of("--include", "--exclude", "--restrict", "--include-module",
            "--exclude-module", "--mode", "--load", "--entry-function", "--exit-function", "--min-size", "--min-size-loop", "--main",
            "--all-functions", "--learn", "--learned", "--no-throttle", "--print-available",
            "--print-instrumented", "--print-excluded", "--format");

    /** A pattern that only functions in Java can match. */
    private static final Pattern OF_JAVA = Pattern.compile("(class|method|signature|annotation|source|module):.*", Pattern.DOTALL);

    private final AgentArguments agent;
    private final ResultOptions results;
    private final NativeHookOptions hooks;

    NativeOptions(RunOptions options) {
        this.agent = options.agent;
        this.results = options.results;
        this.hooks = options.hooks;
    }

    /** Returns whether the option {@code name} goes with native programs that are started. */
    static boolean isForStart(String name, boolean withFunctions) {
        return OF_PROGRAMS.contains(name) || withFunctions && OF_FUNCTIONS.contains(name);
    }

    /** Returns whether the option {@code name} goes with native programs that run. */
    static boolean isForAttaching(String name) {
        return name.equals("--pid") || name.equals("--duration")
                || OF_PROGRAMS.contains(name) && !name.equals("--preload")
                || OF_FUNCTIONS.contains(name) && !name.startsWith("--print") && !name.equals("--format");
    }

    /**
     * Sets what is recorded. Tables would be among what the program prints itself, and stay in files.
     *
     * @throws IllegalArgumentException if an option makes no sense there
     */
    void setResults(Preloading program) {
        results.checkScope();
        List<String> components = agent.all(AgentOption.COMPONENTS);
        for (String ids : components) {
            if (ids.contains("="))
                throw new IllegalArgumentException("'" + ids + "' is for functions that match a pattern, which native programs do "
                        + "not support: give only components, as in -d wall_clock,cpu_clock");
        }
        if (!components.isEmpty()) {
            // Components of functions and of the program's own regions.
            for (String setting : List.of("TRACE_COMPONENTS", "COMPONENTS")) program.set(setting, String.join(",", components));
        }
        if (results.scope != null) {
            program.set("FLAT_PROFILE", Boolean.toString(results.scope.equals("flat")));
            program.set("TIMELINE_PROFILE", Boolean.toString(results.scope.equals("timeline")));
        }
        if (results.outputPath != null) program.set("OUTPUT_PATH", results.outputPath.toAbsolutePath().toString());
        if (results.maxDepth != null) program.set("MAX_DEPTH", results.maxDepth.toString());
        if (results.tables) program.set("COUT_OUTPUT", "true");
        else program.setDefault("COUT_OUTPUT", "false");
        results.settings.forEach(program::set);
    }

    /**
     * Sets which functions are measured.
     *
     * @throws IllegalArgumentException if a pattern is of what native programs do not have
     */
    void setFunctions(Preloading program) {
        List<String> modules = new ArrayList<>(agent.includedModules());
        List<String> names = namesAmong(agent.all(AgentOption.INCLUDE), modules);
        if (agent.isSet(AgentOption.MAIN)) names.add("^main$");
        List<String> excludedModules = new ArrayList<>(agent.excludedModules());
        List<String> excludedNames = namesAmong(agent.all(AgentOption.EXCLUDE), excludedModules);
        setPatterns(program, "INCLUDE", names);
        setPatterns(program, "EXCLUDE", excludedNames);
        setPatterns(program, "LIBRARIES", modules);
        setPatterns(program, "EXCLUDE_LIBRARIES", excludedModules);
        // One a line: a function has to match each of them.
        List<String> restrict = agent.all(AgentOption.RESTRICT);
        if (!restrict.isEmpty()) {
            program.put("TIMEMORY_INSTRUMENT_RESTRICT",
                    String.join("\n", restrict.stream().map(pattern -> NativeFunctions.anyOf(List.of(plain(pattern)))).toList()));
        }
        String mode = agent.value(AgentOption.MODE);
        if (mode != null) {
            if (!List.of("trace", "region").contains(mode))
                throw new IllegalArgumentException("--mode must be trace or region, not '" + mode + "'");
            program.put("TIMEMORY_INSTRUMENT_MODE", mode);
        }
        hooks.set(program);
        Path learned = agent.file(AgentOption.LEARNED);
        if (learned != null) {
            LearnedFunctions.read(learned);
            program.put("TIMEMORY_INSTRUMENT_LEARNED", learned.toAbsolutePath().toString());
        }
        String minSize = agent.value(AgentOption.MIN_SIZE);
        if (minSize != null) program.put("TIMEMORY_INSTRUMENT_MIN_SIZE", minSize);
        String minSizeLoop = agent.value(AgentOption.MIN_SIZE_LOOP);
        if (minSizeLoop != null) program.put("TIMEMORY_INSTRUMENT_MIN_SIZE_LOOP", minSizeLoop);
        if (results.quiet) program.put("TIMEMORY_INSTRUMENT_QUIET", "true");
        if (results.noThrottle) program.set("THROTTLE_VALUE", "0");
        if (results.maxDepth == null) program.setDefault("MAX_DEPTH", Integer.toString(ResultOptions.DEFAULT_DEPTH));
        program.setDefault("MAX_NODES", Integer.toString(ResultOptions.DEFAULT_NODES));
    }

    /** Returns the patterns for names among {@code patterns}, and adds those for modules to {@code modules}. */
    private static List<String> namesAmong(List<String> patterns, List<String> modules) {
        List<String> names = new ArrayList<>();
        for (String pattern : patterns) {
            if (pattern.startsWith("module:")) modules.add(pattern.substring("module:".length()));
            else names.add(plain(pattern));
        }
        return names;
    }

    private static void setPatterns(Preloading program, String name, List<String> patterns) {
        if (!patterns.isEmpty()) program.put("TIMEMORY_INSTRUMENT_" + name, NativeFunctions.anyOf(patterns));
    }

    private static String plain(String pattern) {
        Matcher prefixed = OF_JAVA.matcher(pattern);
        if (prefixed.matches() && !pattern.contains("::"))
            throw new IllegalArgumentException(
                    "'" + pattern + "' is about the " + prefixed.group(1) + " of a function in Java; functions of "
                            + "native programs are chosen by their names, and by -MI for libraries");
        return pattern;
    }
}
