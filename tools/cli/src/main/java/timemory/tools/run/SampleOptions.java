package timemory.tools.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import timemory.internal.platform.SystemEnvironment;

/** What of a program is sampled, and how often: options of {@code timemory run}. */
final class SampleOptions {
    @Option(names = "--sample", arity = "0..1", paramLabel = "KINDS", preprocessor = OnlyAttached.class, description = {
        "Sample the program instead of measuring its functions: --sample for CPU time, --sample=cpu,wall,alloc,lock for CPU time,"
                + " elapsed time, allocations and lock waits. With options that choose functions, both."})
    @Nullable
    String kinds;

    @Option(names = "--sample-freq", paramLabel = "N",
            description = "Samples per second of each thread (default: 100).")
    @Nullable
    Integer frequency;

    @Option(names = "--sample-delay", paramLabel = "SECONDS", description = "Delay after the start of the program (default: 0).")
    @Nullable
    String delay;

    /** An argument of its own, after {@code --sample}, is the program that is started. */
    static final class OnlyAttached implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            Object separator = info.get("separator");
            if (separator == null || separator.toString().isBlank()) arguments.push("cpu");
            return false;
        }
    }

    /** Adds them, as the agent reads them, to {@code options}. */
    void addTo(List<String> options) {
        if (kinds == null) {
            if (frequency != null || delay != null)
                throw new IllegalArgumentException((frequency != null ? "--sample-freq" : "--sample-delay") + " needs --sample");
            return;
        }
        add(options, kinds, frequency, delay);
    }

    static void add(List<String> options, String kinds, @Nullable Integer frequency, @Nullable String delay) {
        options.add("sample=" + kinds);
        if (frequency != null) options.add("set=sampling_freq=" + frequency);
        if (delay != null) options.add("set=sampling_delay=" + delay);
        String named = SystemEnvironment.property("timemory.async-profiler");
        // Without it, the Flight Recorder samples.
        if (named != null && Files.isRegularFile(Path.of(named)))
            options.add("async-profiler=" + Path.of(named).toAbsolutePath().normalize());
    }
}
