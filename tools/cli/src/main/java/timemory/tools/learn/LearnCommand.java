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
            "Writes which functions are worth measuring, by what results show of them: those that take a part of the time, and of whose time "
                    + "measuring takes little. Whatever chooses functions takes the file: timemory run --learned, the plugin of the Kotlin "
                    + "compiler, weaving by Maven, functions instrumented in C, and the profiler of Python.",
            "",
            "What is in no results was not called, or is too deep: it is measured where patterns include it.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  timemory learn -o shop.functions                       by what the last run wrote to timemory-output",
            "  timemory run --learn shop.functions -- java -jar shop.jar     a run for that, and the file",
            "  timemory run --learned shop.functions -- java -jar shop.jar   those functions alone",
        })
public final class LearnCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "FILE|DIR", defaultValue = "timemory-output",
            description = "Files of results, or directories of them. Default: ${DEFAULT-VALUE}")
    private List<Path> inputs;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true, description = "The file to write.")
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
