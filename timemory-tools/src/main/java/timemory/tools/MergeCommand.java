package timemory.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.export.data.ResultsBuilder;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.tools.read.ResultFiles;

/** {@code timemory merge}: makes one set of results of those of several processes. */
@Command(
        name = "merge",
        description = "Makes one set of results of those of several processes: equal paths are joined, sums, laps and statistics added up.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "What does not add up, as a utilisation, has no sum for several processes together; mean, smallest and largest remain.",
            "",
            "Example:",
            "  timemory merge run-*/timemory-output -o all",
        })
final class MergeCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE|DIR", description = "The results of one process each.")
    private List<Path> inputs;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, description = "Where the results go.")
    private Path output;

    @Option(names = {"-f", "--format"}, paramLabel = "FORMATS", split = ",", completionCandidates = FormatIds.class,
            defaultValue = "text,json,tree", description = "Formats to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private List<String> formats;

    @Override
    public Integer call() throws IOException {
        List<ResultFormat> kinds = FormatIds.parse(spec.commandLine(), String.join(",", formats));
        ResultsBuilder all = new ResultsBuilder();
        all.setThreadCount(0);
        all.setProcessCount(0);
        for (Path input : inputs) {
            Results results = ResultFiles.read(input, ViewOptions.noticesOf(spec.commandLine()));
            try {
                all.addAll(results);
            } catch (IllegalArgumentException different) {
                throw new IOException(input + ": " + different.getMessage() + ": these are results of different versions or settings");
            }
        }
        Results merged = all.build();
        Files.createDirectories(output);
        Settings settings = Settings.load(new SettingsBuilder());
        for (ResultFormat kind : kinds) {
            for (String file : kind.write(merged, settings, output.toString())) {
                spec.commandLine().getOut().println("timemory: wrote '" + file + "'");
            }
        }
        return 0;
    }
}
