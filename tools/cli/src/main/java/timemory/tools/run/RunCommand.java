package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.Bundles;
import timemory.internal.platform.SystemEnvironment;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.agent.option.AgentOptions;
import timemory.tools.io.Notices;
import timemory.tools.learn.LearnedFile;

/** {@code timemory run}: measures the functions of a program whose source nobody touches. */
@Command(
        name = "run",
        description = {
            "Measures the functions of a program without touching its source: of one that it starts, in Java, Kotlin or native code; of one "
                    + "that runs already (-p), or by rewriting its class files (-o). Or what native programs do with memory, MPI, "
                    + "OpenMP and the like (--preload). With --sample it looks at stacks now and then instead (see also timemory record).",
            "",
            "Without patterns it measures the program's own functions: those of the JAR or folder that its main class stands in, or of a "
                    + "native program's file, but trivial ones.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  timemory run -- java -jar app.jar                       a program, from start to end",
            "  timemory run -I '^com\\.acme\\.' -E Test -- java -cp ... Main",
            "  timemory run -d wall_clock,thread_cpu_clock -d '^com\\.acme\\.db\\.=wall_clock,read_bytes' -- java -jar app.jar",
            "  timemory run --profile lines -I 'Solver\\.solve' -- java -cp classes Main",
            "  timemory run -- ./gradlew test                          every Java program that a command starts",
            "  timemory run --sample=cpu,alloc -- java -jar app.jar    where it takes time and memory, by samples",
            "  timemory run -p 4711 --duration 30s                     a program that runs",
            "  timemory run -o app-measured.jar app.jar                a JAR that measures itself, without an agent",
            "  timemory run -I '^solve' -MI libsolver -- ./app         a native program, nothing recompiled: functions by their names",
            "  timemory run --preload mallocp,ompt -- ./solver         a native program: memory and OpenMP",
            "  timemory run --spark-submit -- spark-submit --class com.acme.App app.jar",
            "  timemory run --learn app.functions -- java -jar app.jar      which functions are worth it; then --learned app.functions",
            "  timemory run --print-excluded -- java -jar app.jar      what would not be measured, and why",
        })
public final class RunCommand implements Callable<Integer> {

    /** Options that mean the same with {@code --preload}. */
    private static final Set<String> OF_NATIVE_PROGRAMS =
            Set.of("--preload", "--components", "--scope", "--max-depth", "--set", "--output-path", "--tables", "--quiet");

    /** Options that choose functions, and mean the same where they are those of a native program. */
    private static final Set<String> OF_NATIVE_FUNCTIONS = Set.of("--include", "--exclude", "--restrict", "--include-module", "--min-size",
            "--min-size-loop", "--main", "--all-functions", "--learn", "--learned", "--no-throttle", "--print-available",
            "--print-instrumented",
            "--print-excluded",
            "--format", "--no-check");

    /** Of what a measured call costs: what the results estimate. */
    private static final double ESTIMATED = -1;

    /** What a measured call of a native function costs, in nanoseconds: docs/native-functions.md has how it was measured. */
    private static final double NATIVE_CALL = 250;

    static final class Way {
        @Option(names = {"-p", "--pid"}, paramLabel = "PID",
                description = "Measure the running program with this number, in Java or native.")
        Long pid;

        @Option(names = "--duration", paramLabel = "TIME", description = "How long to measure a running program: 500ms, 30s, 5m, 1h "
                + "(default: until it ends, or Ctrl-C).")
        String duration;

        @Option(names = {"-o", "--output"}, paramLabel = "JAR|DIR", description = "Rewrite the JAR or folder given as the argument into "
                + "this one.")
        Path output;

        @Option(names = "--preload", split = ",", paramLabel = "TOOLS", description = {
            "Start a native program with these tools of timemory in it: functions, instrument, mallocp, mpip, ncclp, ompt, openacc, kokkos. Of "
                    + "the other options, -d, -M, --max-depth, --set, --output-path, --tables and -q apply, and with functions those that "
                    + "choose them."})
        List<String> preload = new ArrayList<>();

        @Option(names = "--learn", paramLabel = "FILE", description = {
            "Wait for the program, and write which of its functions are worth measuring to FILE, as `timemory learn` does, for --learned: of "
                    + "a program in Java all functions are measured, unless others are chosen."})
        Path learn;

        @Option(names = "--spark-submit", description = {
            "Print the command that runs an application on Spark with timemory's plugin, and with the agent in the driver and in all "
                    + "executors, and do not run it. Without patterns, the functions of the application's JAR are measured."})
        boolean sparkSubmit;

        @Option(names = "--spark-jars", paramLabel = "DIR", description = "Where the machines of a Spark cluster have timemory's JARs "
                + "(default: where they are on this one).")
        String sparkJars;
    }

    static final class Print {
        @Option(names = "--print-available", description = "List all functions of the program and what would become of them; run nothing.")
        boolean available;

        @Option(names = "--print-instrumented", description = "List the functions that would be measured; run nothing.")
        boolean instrumented;

        @Option(names = "--print-excluded", description = "List the functions that would not be measured, with the reason; run nothing.")
        boolean excluded;

        @Option(names = "--format", paramLabel = "text|json", description = "How to list (default: text).")
        String format = "text";

        @Option(names = "--no-check", description = "Do not look at the class path for functions that match before the program starts.")
        boolean noCheck;
    }

    @Spec
    private CommandSpec spec;

    @ArgGroup(exclusive = false, validate = false, heading = "%nWays:%n")
    private final Way way = new Way();

    @Mixin
    private final RunOptions options = new RunOptions();

    @ArgGroup(exclusive = false, validate = false, heading = "%nLooking first:%n")
    private final Print print = new Print();

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The program and its arguments; with -o, the JAR or folder.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        if (way.learn != null) checkLearning();
        if (!way.preload.isEmpty()) return preload(tools());
        if (way.pid != null && NativeAttaching.isNative(way.pid)) return attachNative();
        if (way.pid == null && way.output == null && !way.sparkSubmit && options.samples.kinds == null && !command.isEmpty()) {
            Path program = NativeCommand.programOf(command, SystemEnvironment.variables());
            if (program != null) return preload(List.of(PreloadedTool.FUNCTIONS));
        }
        if (way.learn != null) options.functions.allFunctions = true;
        List<String> agentOptions = forAgent();
        AgentOptions checked = check(agentOptions);
        if (checked.samples && (way.pid != null || way.output != null)) {
            throw new ParameterException(spec.commandLine(), "--sample is for programs that the command starts, not for "
                    + (way.pid != null ? "one that runs (-p)" : "rewriting (-o)"));
        }
        // The agent would come to the same, and load classes for functions before it does.
        if (checked.samples && !checked.functions) agentOptions.add("functions=false");
        if (isListing()) return list(checked);
        if (way.sparkSubmit) return sparkSubmit(agentOptions, checked);
        if (way.sparkJars != null) throw new ParameterException(spec.commandLine(), "--spark-jars is for --spark-submit");
        if (way.pid != null) return attach(agentOptions);
        if (way.output != null) return rewrite(agentOptions);
        if (command.isEmpty()) throw new ParameterException(spec.commandLine(), "which program? timemory run -- java -jar app.jar");
        return launch(agentOptions, checked);
    }

    private List<String> forAgent() {
        try {
            return options.forAgent();
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage());
        }
    }

    /** Refuses what the agent would refuse, before anything runs. */
    private AgentOptions check(List<String> agentOptions) {
        try {
            options.checkScope();
            AgentOptions checked = AgentOptions.parse(agentOptions);
            Bundles.of(checked.components);
            checked.componentRules.values().forEach(Bundles::of);
            SettingsBuilder settings = new SettingsBuilder();
            checked.settings.forEach(settings::set);
            return checked;
        } catch (IllegalArgumentException exception) {
            throw new ParameterException(spec.commandLine(), exception.getMessage());
        }
    }

    private FunctionListing.Kind kind() {
        return print.instrumented ? FunctionListing.Kind.INSTRUMENTED
                : print.excluded ? FunctionListing.Kind.EXCLUDED : FunctionListing.Kind.AVAILABLE;
    }

    private boolean isJson() {
        if (!List.of("text", "json").contains(print.format))
            throw new ParameterException(spec.commandLine(), "--format is text or json, not '" + print.format + "'");
        return print.format.equals("json");
    }

    private int list(AgentOptions checked) throws IOException {
        FunctionListing.write(target(), checked, kind(), isJson(), spec.commandLine().getOut());
        return 0;
    }

    /** What the options are about: a command line of java, or JARs and folders. */
    private Target target() throws IOException {
        if (command.isEmpty())
            throw new ParameterException(spec.commandLine(), "of which program? timemory run --print-available -- "
                    + "java -jar app.jar");
        if (JavaCommand.isJava(command.get(0))) return Target.of(JavaCommand.of(command));
        List<Path> paths = command.stream().map(Path::of).toList();
        for (Path path : paths) {
            if (!Files.exists(path)) throw new ParameterException(spec.commandLine(), "there is no file '" + path + "'");
        }
        return Target.of(paths);
    }

    private int launch(List<String> agentOptions, AgentOptions checked) throws IOException, InterruptedException {
        if (!options.what.quiet) agentOptions.add("report=true");
        boolean isJava = JavaCommand.isJava(command.get(0));
        if (isJava) {
            Target target = Target.of(JavaCommand.of(command));
            Launching.refuseMissing(target);
            if (!print.noCheck && checked.functions && !checked.selection.jdk) PatternCheck.refuseWhatMatchesNothing(target, checked);
        }
        return start(Launching.withAgent(command, isJava, agentOptions), ESTIMATED);
    }

    /** Has the program take the place of this process, unless something is to be learned from it. */
    private int start(List<String> program, double callNanos) throws IOException, InterruptedException {
        if (way.learn == null) {
            Launching.exec(program);
            return 0;
        }
        SettingsBuilder settings = new SettingsBuilder();
        options.what.settings.forEach(settings::set);
        if (options.what.outputPath != null) settings.setOutputPath(options.what.outputPath.toString());
        Path results = Path.of(Settings.load(settings).getOutputPath());
        return new Learning(results, way.learn, callNanos, Notices.of(spec.commandLine())).run(program);
    }

    private void checkLearning() throws IOException {
        String other = way.pid != null ? "-p" : way.output != null ? "-o" : way.sparkSubmit ? "--spark-submit"
                : options.samples.kinds != null ? "--sample" : isListing() ? "--print-..." : null;
        if (other != null)
            throw new ParameterException(spec.commandLine(), "--learn is for programs that the command starts and measures, and not for "
                    + other + ": timemory learn takes any results");
        for (String part : options.what.label) {
            if (part.equals("args") || part.equals("return"))
                throw new ParameterException(spec.commandLine(),
                        "--learn takes functions by their names, which --label " + part + " changes");
        }
        try {
            LearnedFile.requireWritable(way.learn);
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage());
        }
    }

    private boolean isListing() {
        return print.available || print.instrumented || print.excluded;
    }

    private List<PreloadedTool> tools() {
        try {
            return way.preload.stream().map(PreloadedTool::of).distinct().toList();
        } catch (IllegalArgumentException exception) {
            throw new ParameterException(spec.commandLine(), exception.getMessage());
        }
    }

    private int preload(List<PreloadedTool> tools) throws IOException, InterruptedException {
        boolean withFunctions = tools.contains(PreloadedTool.FUNCTIONS);
        String what = way.preload.isEmpty() ? "'" + command.get(0) + "' is a native one" : "--preload measures native ones";
        refuseOptionsOfJava(name -> OF_NATIVE_PROGRAMS.contains(name) || withFunctions && OF_NATIVE_FUNCTIONS.contains(name), what);
        if (command.isEmpty()) throw new ParameterException(spec.commandLine(), "which program? timemory run --preload ompt -- ./solver");
        Preloading preloading = new Preloading(Preloading.folder(), SystemEnvironment.variables());
        try {
            preloading.load(tools);
            options.forNative(preloading);
            if (withFunctions) functions(preloading);
        } catch (IllegalArgumentException exception) {
            throw new ParameterException(spec.commandLine(), exception.getMessage());
        }
        if (withFunctions && isListing()) {
            NativeFunctions.write(preloading, command, kind(), isJson(), spec.commandLine().getOut());
            return 0;
        }
        if (!options.what.quiet) {
            for (String line : preloading.report(command.get(0))) spec.commandLine().getErr().println("timemory run: " + line);
        }
        return start(preloading.command(command), NATIVE_CALL);
    }

    private void refuseOptionsOfJava(Predicate<String> isNative, String what) {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptionsSet()) {
            if (!isNative.test(option.longestName()))
                throw new ParameterException(spec.commandLine(), option.longestName() + " is for programs in Java, and " + what);
        }
    }

    private int attachNative() throws IOException, InterruptedException {
        refuseCommand();
        refuseOptionsOfJava(name -> name.equals("--pid") || name.equals("--duration")
                || OF_NATIVE_PROGRAMS.contains(name) && !name.equals("--preload")
                || OF_NATIVE_FUNCTIONS.contains(name) && !name.startsWith("--print") && !name.equals("--format"),
                "process " + way.pid + " is a native one");
        Duration duration = way.duration == null ? null : Durations.parse(way.duration);
        Path output = (options.what.outputPath == null ? Path.of("timemory-output") : options.what.outputPath).toAbsolutePath();
        // What its user set for it does not count: only what is asked for here.
        Preloading settings = new Preloading(Preloading.folder(), Map.of());
        try {
            options.forNative(settings);
            options.functionsForNative(settings);
            settings.set("OUTPUT_PATH", output.toString());
            settings.set("ALLOW_SIGNAL_HANDLER", "false");
            // Whatever the program is set to: what is asked for is results.
            for (String switched : List.of("ENABLED", "AUTO_OUTPUT", "FILE_OUTPUT")) settings.set(switched, "true");
            return NativeAttaching.run(way.pid, duration, Preloading.folder(), settings.values(), output, options.what.quiet,
                    spec.commandLine().getErr());
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage());
        }
    }

    private void refuseCommand() {
        if (!command.isEmpty())
            throw new ParameterException(spec.commandLine(),
                    "-p measures a program that runs: it takes no command ('" + command.get(0) + "')");
    }

    /** Those of the program itself, and not of what starts it. */
    private void functions(Preloading preloading) throws IOException {
        options.functionsForNative(preloading);
        Path program = NativeCommand.programOf(command, SystemEnvironment.variables());
        if (program != null) preloading.put("TIMEMORY_INSTRUMENT_PROGRAM", program.toString());
    }

    private int sparkSubmit(List<String> agentOptions, AgentOptions checked) throws IOException {
        if (way.pid != null || way.output != null)
            throw new ParameterException(spec.commandLine(), "--spark-submit prints a command: it goes with neither -p nor -o");
        SparkCommand application = new SparkCommand(command, checked);
        if (!print.noCheck && checked.functions && !checked.selection.jdk) application.refuseWhatMatchesNothing();
        agentOptions.addAll(application.selection());
        Path output = options.what.outputPath;
        var lines = application.lines(agentOptions, !options.what.quiet, way.sparkJars, output == null ? null : output.toAbsolutePath());
        for (String note : application.notes(way.sparkJars)) spec.commandLine().getErr().println("timemory run: " + note);
        spec.commandLine().getOut().println(SparkCommand.text(lines));
        return 0;
    }

    private int rewrite(List<String> agentOptions) throws IOException {
        if (command.size() != 1)
            throw new ParameterException(spec.commandLine(), "-o rewrites one JAR or folder, and " + command.size() + " are given");
        if (!options.what.quiet) agentOptions.add("report=true");
        Rewriting.run(Path.of(command.get(0)), way.output, agentOptions, spec.commandLine().getErr());
        return 0;
    }

    private int attach(List<String> agentOptions) throws Exception {
        refuseCommand();
        Duration duration = way.duration == null ? null : Durations.parse(way.duration);
        Path output = options.what.outputPath == null ? Path.of("timemory-output") : options.what.outputPath;
        agentOptions.add("set=output_path=" + output.toAbsolutePath());
        return Attaching.run(way.pid, duration, agentOptions, options.what.quiet, spec.commandLine().getErr());
    }
}
