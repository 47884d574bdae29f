package timemory.tools.learn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.tools.io.Notices;

/** {@code timemory learn}: says which functions are worth measuring, by results in which they were. */
@Command(
        name = "learn",
        description = {
            "Writes which functions are worth measuring according to results: those with a share of the time and a low "
                    + "overhead. The file is accepted wherever functions are selected: timemory run --learned, the Kotlin compiler "
                    + "plugin, the Maven plugin, instrumented C functions, and the Python profiler.",
            "",
            "Functions missing from the results were not called, or were too deep: they are measured if patterns include them.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  timemory learn -o shop.functions                       from the last run in timemory-output",
            "  timemory run --learn shop.functions -- java -jar shop.jar     runs the program and writes the file",
            "  timemory run --learned shop.functions -- java -jar shop.jar   only those functions",
        })
public final class LearnCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "FILE|DIR", defaultValue = "timemory-output",
            description = "Results files or directories. Default: ${DEFAULT-VALUE}")
    private List<Path> inputs;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true, description = "Output file.")
    private Path output;

    @Mixin
    private LearnOptions options;

    @Override
    public Integer call() throws IOException {
        options.check(spec.commandLine());
        try {
            LearnedFile.requireWritable(output);
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage(), failure);
        }
        FunctionEvidence evidence = options.evidence(inputs, Notices.of(spec.commandLine()));
        String sum = LearnedFile.write(output, evidence, options.limits());
        spec.commandLine().getOut().println(output + ": " + sum);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
