package timemory.tools.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.internal.platform.SystemEnvironment;

/** {@code timemory run}: measures the functions of a program without changing its source. */
@Command(
        name = "run",
        description = {
            "Measures the functions of a program without changing its source: one that it starts, in Java, Kotlin or native code; one "
                    + "that is already running (-p); or class files that it rewrites (-o). With --preload it measures memory, MPI, "
                    + "OpenMP and others in native programs. With --sample it samples stacks instead (see also timemory record).",
            "",
            "Without patterns it measures the program's own functions: those in the JAR or folder of its main class, or in a "
                    + "native program's file, except trivial ones.",
        },
        mixinStandardHelpOptions = true,
        modelTransformer = RunCommand.AgentOptionGroups.class,
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
            "  timemory run -p 4711 --duration 30s                     a running program",
            "  timemory run -o app-measured.jar app.jar                a JAR that measures itself, without an agent",
            "  timemory run -I '^solve' -MI libsolver -- ./app         a native program, nothing recompiled: functions by their names",
            "  timemory run --preload mallocp,ompt -- ./solver         a native program: memory and OpenMP",
            "  timemory run --spark-submit -- spark-submit --class com.acme.App app.jar",
            "  timemory run --learn app.functions -- java -jar app.jar      functions worth measuring; then --learned app.functions",
            "  timemory run --print-excluded -- java -jar app.jar      functions that would not be measured, and why",
        })
public final class RunCommand implements Callable<Integer> {

    /** Adds the options that come from the agent's catalogue. */
    static final class AgentOptionGroups implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            ((RunCommand) command.userObject()).options.agent.addTo(command);
            return command;
        }
    }

    @Spec
    private CommandSpec spec;

    @ArgGroup(exclusive = false, validate = false, order = 1, heading = "%nWays:%n")
    private final WayOptions way = new WayOptions();

    @Mixin
    private final RunOptions options = new RunOptions();

    @ArgGroup(exclusive = false, validate = false, order = 7, heading = "%nLooking first:%n")
    private final ListingOptions listing = new ListingOptions();

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The program and its arguments; with -o, the JAR or folder.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        return mode(new RunArguments(spec.commandLine(), way, options, listing, command)).run();
    }

    private RunMode mode(RunArguments given) throws IOException {
        if (way.learn != null) Learning.check(given, way.learn);
        if (!way.preload.isEmpty()) return ofNative(NativeRequest.ofPreload(given));
        if (way.pid != null && !way.sparkSubmit && NativeAttaching.isNative(way.pid)) return new NativeAttachMode(given, way.pid);
        if (startsNativeProgram()) return ofNative(NativeRequest.ofFunctions(given));
        AgentRequest agent = AgentRequest.of(given);
        if (listing.isAsked()) return new ListMode(given, agent);
        if (way.sparkSubmit) return new SparkSubmitMode(given, agent);
        if (way.sparkJars != null) throw given.wrong("--spark-jars is for --spark-submit");
        if (way.pid != null) return new AttachMode(given, agent, way.pid);
        if (way.output != null) return new RewriteMode(given, agent, way.output);
        return new LaunchMode(given, agent);
    }

    private RunMode ofNative(NativeRequest program) {
        return listing.isAsked() && program.hasFunctions() ? new NativeListMode(program) : new NativeLaunchMode(program);
    }

    private boolean startsNativeProgram() throws IOException {
        boolean isForJava = way.pid != null || way.output != null || way.sparkSubmit || options.samples.kinds != null;
        return !isForJava && !command.isEmpty() && NativeCommand.programOf(command, SystemEnvironment.variables()) != null;
    }
}
