package timemory.tools.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import timemory.agent.select.LearnedFunctions;
import timemory.agent.select.Selection;
import timemory.internal.platform.SystemEnvironment;

/** The options of {@code timemory run} that the agent is told, as the user gives them. */
final class RunOptions {

    /** Deep enough for most programs to be understood, and not so deep that those which recurse fill the memory with paths. */
    private static final int DEFAULT_DEPTH = 32;

    /** Some hundred megabytes where all of them are needed. */
    private static final int DEFAULT_NODES = 1_000_000;

    static final class Functions {
        @Option(names = {"-I", "--include"}, paramLabel = "PATTERN", description = {
            "Measure functions that match, instead of the program's own. A PATTERN is a regular expression that is looked for in"
                    + " 'com.acme.Db.query(java.lang.String)', or in what stands before a colon: class:, method:, signature:, module:, "
                    + "annotation:, source:."})
        List<String> include = new ArrayList<>();

        @Option(names = "--preset", paramLabel = "web|tests", split = ",", description = "Measure what frameworks call: handlers of "
                + "requests (Spring, Jakarta REST, Micronaut), tests (JUnit, TestNG), however small.")
        List<String> presets = new ArrayList<>();

        @Option(names = {"-E", "--exclude"}, paramLabel = "PATTERN", description = "Do not measure functions that match.")
        List<String> exclude = new ArrayList<>();

        @Option(names = {"-R", "--restrict"}, paramLabel = "PATTERN", description = "Measure only functions that match this too.")
        List<String> restrict = new ArrayList<>();

        @Option(names = {"-MI", "--include-module"}, paramLabel = "REGEX", description = "The same as --include module:REGEX, for "
                + "modules, JARs and folders; of a native program: its functions and those of these libraries.")
        List<String> includeModule = new ArrayList<>();

        @Option(names = {"-ME", "--exclude-module"}, paramLabel = "REGEX", description = "The same as --exclude module:REGEX.")
        List<String> excludeModule = new ArrayList<>();

        @Option(names = "--callers", paramLabel = "PATTERN", description = "Measure functions that call one that matches.")
        List<String> callers = new ArrayList<>();

        @Option(names = "--callees", paramLabel = "PATTERN", description = "Measure functions that are called by one that matches.")
        List<String> callees = new ArrayList<>();

        @Option(names = {"-r", "--min-size"}, paramLabel = "BYTES", description = "Leave functions with less code out as trivial "
                + "(default: " + Selection.DEFAULT_MINIMUM_SIZE + ").")
        Integer minSize;

        @Option(names = "--min-size-loop", paramLabel = "BYTES", description = "The same for functions that loop (default: 0).")
        Integer minSizeLoop;

        @Option(names = {"-m", "--main"}, description = "Measure main only.")
        boolean main;

        @Option(names = "--constructors", description = "Measure constructors too, from after the call of the constructor above.")
        boolean constructors;

        @Option(names = "--static-initializers", description = "Measure static initializers too.")
        boolean staticInitializers;

        @Option(names = "--lambdas", description = "Measure bodies of lambdas too.")
        boolean lambdas;

        @Option(names = {"-a", "--all-functions"}, description = "Measure all functions of the program from the start, and not only its "
                + "first ones and those that samples show to take time.")
        boolean allFunctions;

        @Option(names = "--learned", paramLabel = "FILE",
                description = "Measure functions, or do not, as this file says that `timemory learn` "
                        + "wrote; what is not in it where -I includes it.")
        Path learned;

        @Option(names = "--jdk", description = "Look at classes of the Java runtime too.")
        boolean jdk;
    }

    static final class What {
        @Option(names = {"-d", "--components"}, paramLabel = "[PATTERN=]IDS", description = {
            "What is measured: ids as `timemory avail` lists them (default: wall_clock); with a PATTERN, of the functions that match it."})
        List<String> components = new ArrayList<>();

        @Option(names = {"-M", "--scope"}, paramLabel = "tree|flat|timeline", description = "Record calls in a tree, by function alone, "
                + "or each by itself (default: tree).")
        String scope;

        @Option(names = {"-l", "--loops"}, description = "Measure the loops of these functions too.")
        boolean loops;

        @Option(names = "--callsites", paramLabel = "REGEX", arity = "0..1", fallbackValue = "", description = {
            "Measure the calls that these functions make, where they are made; of functions in which REGEX is found only."})
        String callSites;

        @Option(names = "--profile", paramLabel = "methods|lines", description = "Measure every function, with file and line; or each "
                + "line of the functions chosen.")
        String profile;

        @Option(names = "--source-path", paramLabel = "DIRS", description = "Where sources are looked for, to print lines with them.")
        String sourcePath;

        @Option(names = "--trace", description = "Record each call by itself with its start, for timelines (Perfetto, Chrome).")
        boolean trace;

        @Option(names = "--allow-arguments", paramLabel = "REGEX", description = "Classes whose toString may be called to show "
                + "arguments in labels.")
        String allowArguments;

        @Option(names = "--gotcha", paramLabel = "CLASSES", description = "Gotchas of the program that are made ready before main.")
        String gotchas;

        @Option(names = "--label", split = ",", paramLabel = "PARTS", description = "What labels show beside class and function: file, "
                + "line, args, return.")
        List<String> label = new ArrayList<>();

        @Option(names = "--max-depth", paramLabel = "N", description = {
            "Record functions nested up to this deep; what is deeper counts in the functions that call it (default: " + DEFAULT_DEPTH
                    + ", or as TIMEMORY_MAX_DEPTH says)."})
        Integer maxDepth;

        @Option(names = "--no-throttle", description = "Measure functions however often they are called and however short they are.")
        boolean noThrottle;

        @Option(names = "--cache", paramLabel = "DIR|off", description = "Where woven classes are kept for the next run (default: "
                + "timemory/woven below $XDG_CACHE_HOME or ~/.cache).")
        String cache;

        @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of timemory, as `timemory avail -S` lists them.")
        Map<String, String> settings = new java.util.LinkedHashMap<>();

        @Option(names = "--output-path", paramLabel = "DIR", description = "Where results are written (default: timemory-output).")
        Path outputPath;

        @Option(names = "--tables", description = "Print the whole call graph at the end too.")
        boolean tables;

        @Option(names = {"-q", "--quiet"}, description = "Print nothing at the end.")
        boolean quiet;
    }

    @ArgGroup(exclusive = false, validate = false, heading = "%nSamples:%n")
    final SampleOptions samples = new SampleOptions();

    @ArgGroup(exclusive = false, validate = false, heading = "%nWhich functions:%n")
    final Functions functions = new Functions();

    @ArgGroup(exclusive = false, validate = false, heading = "%nWhat of them:%n")
    final What what = new What();

    /** As the agent reads them. */
    List<String> forAgent() {
        List<String> options = new ArrayList<>();
        functions.include.forEach(pattern -> options.add("include=" + pattern));
        functions.includeModule.forEach(pattern -> options.add("include=module:" + pattern));
        functions.presets.forEach(preset -> options.add("preset=" + preset));
        functions.exclude.forEach(pattern -> options.add("exclude=" + pattern));
        functions.excludeModule.forEach(pattern -> options.add("exclude=module:" + pattern));
        functions.restrict.forEach(pattern -> options.add("restrict=" + pattern));
        functions.callers.forEach(pattern -> options.add("callers=" + pattern));
        functions.callees.forEach(pattern -> options.add("callees=" + pattern));
        if (functions.learned != null) options.add("learned=" + functions.learned.toAbsolutePath());
        if (functions.minSize != null) options.add("min-size=" + functions.minSize);
        if (functions.minSizeLoop != null) options.add("min-size-loop=" + functions.minSizeLoop);
        flag(options, "main", functions.main);
        flag(options, "constructors", functions.constructors);
        flag(options, "static-initializers", functions.staticInitializers);
        flag(options, "lambdas", functions.lambdas);
        flag(options, "all-functions", functions.allFunctions);
        flag(options, "jdk", functions.jdk);
        what.components.forEach(components -> options.add("components=" + components));
        if (!what.label.isEmpty()) options.add("label=" + String.join(",", what.label));
        flag(options, "loops", what.loops);
        if (what.callSites != null) options.add(what.callSites.isEmpty() ? "callsites" : "callsites=" + what.callSites);
        value(options, "profile", what.profile);
        value(options, "source-path", what.sourcePath);
        flag(options, "trace", what.trace);
        value(options, "allow-arguments", what.allowArguments);
        value(options, "gotcha", what.gotchas);
        if (what.noThrottle) options.add("throttle=false");
        samples.addTo(options);
        if (what.cache != null) options.add("cache=" + (what.cache.equals("off") ? "off" : Path.of(what.cache).toAbsolutePath()));
        settings(options);
        return options;
    }

    private void settings(List<String> options) {
        if (what.scope != null) {
            options.add("set=flat_profile=" + what.scope.equals("flat"));
            options.add("set=timeline_profile=" + what.scope.equals("timeline"));
        }
        if (what.outputPath != null) options.add("set=output_path=" + what.outputPath.toAbsolutePath());
        if (what.tables) options.add("set=cout_output=true");
        else if (!SystemEnvironment.hasVariable("TIMEMORY_COUT_OUTPUT")) options.add("set=cout_output=false");
        if (what.maxDepth != null) options.add("set=max_depth=" + what.maxDepth);
        else if (!SystemEnvironment.hasVariable("TIMEMORY_MAX_DEPTH") && !what.trace) options.add("set=max_depth=" + DEFAULT_DEPTH);
        if (!SystemEnvironment.hasVariable("TIMEMORY_MAX_NODES") && !what.trace) options.add("set=max_nodes=" + DEFAULT_NODES);
        what.settings.forEach((name, value) -> options.add("set=" + name + '=' + value));
    }

    /** @throws IllegalArgumentException where it is none */
    void checkScope() {
        if (what.scope != null && !List.of("tree", "flat", "timeline").contains(what.scope))
            throw new IllegalArgumentException("--scope is tree, flat or timeline, not '" + what.scope + "'");
    }

    /**
     * The same for a native program, which reads them from its environment. Its tables would be among what it prints itself, and stay in
     * files.
     *
     * @throws IllegalArgumentException where one makes no sense there
     */
    void forNative(Preloading program) {
        checkScope();
        for (String components : what.components) {
            if (components.contains("="))
                throw new IllegalArgumentException("'" + components + "' is of functions that match a pattern, which native programs do "
                        + "not have: name components alone, as in -d wall_clock,cpu_clock");
        }
        if (!what.components.isEmpty()) program.set("COMPONENTS", String.join(",", what.components));
        if (what.scope != null) {
            program.set("FLAT_PROFILE", Boolean.toString(what.scope.equals("flat")));
            program.set("TIMELINE_PROFILE", Boolean.toString(what.scope.equals("timeline")));
        }
        if (what.outputPath != null) program.set("OUTPUT_PATH", what.outputPath.toAbsolutePath().toString());
        if (what.maxDepth != null) program.set("MAX_DEPTH", what.maxDepth.toString());
        if (what.tables) program.set("COUT_OUTPUT", "true");
        else program.setDefault("COUT_OUTPUT", "false");
        what.settings.forEach(program::set);
    }

    /**
     * Which functions of a native program are measured.
     *
     * @throws IllegalArgumentException where a pattern is of what native programs do not have
     */
    void functionsForNative(Preloading program) {
        List<String> modules = new ArrayList<>(functions.includeModule);
        List<String> names = new ArrayList<>();
        for (String pattern : functions.include) {
            if (pattern.startsWith("module:")) modules.add(pattern.substring("module:".length()));
            else names.add(plain(pattern));
        }
        if (functions.main) names.add("^main$");
        if (functions.restrict.size() > 1)
            throw new IllegalArgumentException(
                    "--restrict is taken once for a native program, not " + functions.restrict.size() + " times");
        patterns(program, "INCLUDE", names);
        patterns(program, "EXCLUDE", functions.exclude.stream().map(RunOptions::plain).toList());
        patterns(program, "RESTRICT", functions.restrict.stream().map(RunOptions::plain).toList());
        patterns(program, "LIBRARIES", modules);
        if (functions.learned != null) {
            LearnedFunctions.read(functions.learned);
            program.put("TIMEMORY_INSTRUMENT_LEARNED", functions.learned.toAbsolutePath().toString());
        }
        if (functions.minSize != null) program.put("TIMEMORY_INSTRUMENT_MIN_SIZE", functions.minSize.toString());
        if (functions.minSizeLoop != null) program.put("TIMEMORY_INSTRUMENT_MIN_SIZE_LOOP", functions.minSizeLoop.toString());
        if (what.quiet) program.put("TIMEMORY_INSTRUMENT_QUIET", "true");
        if (what.noThrottle) program.set("THROTTLE_VALUE", "0");
        if (what.maxDepth == null) program.setDefault("MAX_DEPTH", Integer.toString(DEFAULT_DEPTH));
        program.setDefault("MAX_NODES", Integer.toString(DEFAULT_NODES));
    }

    private static void patterns(Preloading program, String name, List<String> patterns) {
        if (!patterns.isEmpty()) program.put("TIMEMORY_INSTRUMENT_" + name, NativeFunctions.anyOf(patterns));
    }

    private static final Pattern OF_JAVA = Pattern.compile("(class|method|signature|annotation|source|module):.*", Pattern.DOTALL);

    private static String plain(String pattern) {
        Matcher prefixed = OF_JAVA.matcher(pattern);
        if (prefixed.matches() && !pattern.contains("::"))
            throw new IllegalArgumentException(
                    "'" + pattern + "' is about the " + prefixed.group(1) + " of a function in Java; functions of "
                            + "native programs are chosen by their names, and by -MI for libraries");
        return pattern;
    }

    private static void value(List<String> options, String name, String value) {
        if (value != null) options.add(name + '=' + value);
    }

    private static void flag(List<String> options, String name, boolean isSet) {
        if (isSet) options.add(name + "=true");
    }
}
