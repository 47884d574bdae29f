package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.agent.option.AgentOptions;
import timemory.internal.platform.SystemEnvironment;
import timemory.settings.SettingsBuilder;

/** {@code timemory record}: samples a program as it is. */
@Command(
        name = "record",
        description = {
            "Samples a program's stacks: where it takes CPU time, elapsed time or memory, or waits for locks.",
            "",
            "For Java and Kotlin programs, including those that another command starts. Regions of the program are in the "
                    + "same call graph, with the sampled functions below them. Native programs are not sampled.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  timemory record -- java -jar app.jar",
            "  timemory record -e cpu,alloc -F 500 -- java -cp classes Main",
            "  timemory record -e wall --delay 10 -- ./gradlew test     every Java program that a command starts",
        })
public final class RecordCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = {"-e", "--events"}, paramLabel = "KINDS",
            description = "Events to sample: cpu, wall, alloc and lock, separated by "
                    + "commas (default: cpu).")
    private String kinds = "cpu";

    @Option(names = {"-F", "--freq"}, paramLabel = "N",
            description = "Samples per second of each thread (default: 100).")
    private @Nullable Integer frequency;

    @Option(names = "--delay", paramLabel = "SECONDS", description = "Delay after the start of the program (default: 0).")
    private @Nullable String delay;

    @Option(names = "--engine", paramLabel = "auto|async-profiler|jfr",
            description = "Sampling engine (default: auto, the first that "
                    + "can).")
    private @Nullable String engine;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of timemory, as `timemory avail -S` lists them.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = {"-o", "--output-path"}, paramLabel = "DIR", description = "Output directory (default: timemory-output).")
    private @Nullable Path outputPath;

    @Option(names = "--tables", description = "Print the whole call graph at the end too.")
    private boolean tables;

    @Option(names = {"-q", "--quiet"}, description = "Print nothing at the end.")
    private boolean quiet;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The program and its arguments.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        if (command.isEmpty()) throw new ParameterException(spec.commandLine(), "missing program: timemory record -- java -jar app.jar");
        List<String> options = options();
        boolean isJava = JavaCommand.isJava(command.get(0));
        if (isJava) Launching.refuseMissing(JavaCommand.of(command));
        else if (!quiet) warnOfNativeCode();
        Launching.exec(Launching.withAgent(command, isJava, options));
        return 0;
    }

    /** For the agent, which weaves nothing; what it would refuse is refused here. */
    private List<String> options() {
        List<String> options = new ArrayList<>(List.of("functions=false"));
        SampleOptions.add(options, kinds, frequency, delay);
        if (engine != null) options.add("set=sampling_engine=" + engine);
        if (outputPath != null) options.add("set=output_path=" + outputPath.toAbsolutePath());
        if (tables) options.add("set=cout_output=true");
        else if (!SystemEnvironment.hasVariable("TIMEMORY_COUT_OUTPUT")) options.add("set=cout_output=false");
        settings.forEach((name, value) -> options.add("set=" + name + '=' + value));
        if (!quiet) options.add("report=true");
        try {
            AgentOptions checked = AgentOptions.parse(options);
            SettingsBuilder builder = new SettingsBuilder();
            checked.settings.forEach(builder::set);
            if (kinds.isBlank() || kinds.strip().equals("none"))
                throw new IllegalArgumentException("no events to sample (-e " + kinds + ')');
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage());
        }
        return options;
    }

    private void warnOfNativeCode() throws IOException {
        if (Executable.isNative(command.get(0), SystemEnvironment.variables())) {
            spec.commandLine().getErr().println("timemory record: '" + command.get(0) + "' is native code, which is not sampled: "
                    + "Java programs that it starts are sampled, each into its own folder ('timemory run --preload' measures memory, MPI "
                    + "and OpenMP of native programs)");
        }
    }
}
