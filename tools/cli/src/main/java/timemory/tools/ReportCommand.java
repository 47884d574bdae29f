package timemory.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.output.ResultFormat;
import timemory.output.ResultTexts;
import timemory.output.Screen;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.tools.io.Progress;
import timemory.tools.read.NewestRun;
import timemory.tools.read.ResultFiles;
import timemory.tools.write.OutputFolder;

/** {@code timemory report}: shows results, and writes them in any format. */
@Command(
        name = "report",
        description = "Shows results, or writes them in other formats.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  timemory report                            the last run",
            "  timemory report | less                     all regions: a terminal gets those with the largest values",
            "  timemory report --sort self --flat         self time by function, regardless of caller",
            "  timemory report --tables -m wall_clock     a table with minimum, maximum and deviation",
            "  timemory report --filter 'sql|http' out    matching regions with their parents and children",
            "  timemory report -f speedscope,pprof -o . timemory-output",
        })
final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE|DIR",
            description = "Results files or directories; several are shown one after another, with --format there must be one. "
                    + "Default: the newest run in timemory-output, or else in the working directory or the directories in it.")
    private List<Path> inputs = List.of();

    @Option(names = {"-f", "--format"}, paramLabel = "FORMATS", description = "Formats to write instead of printing results: "
            + "${COMPLETION-CANDIDATES}", split = ",", completionCandidates = FormatIds.class)
    private List<String> formats = new ArrayList<>();

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", description = "Output directory. Never overwrites what is "
            + "read, or what a program wrote. Default: ${DEFAULT-VALUE}",
            defaultValue = ".")
    private Path output;

    @Option(names = "--tables", description = "Print a table for each component, with all statistics, instead of one tree.")
    private boolean tables;

    @Mixin
    private ViewOptions view;

    @Override
    public Integer call() throws IOException {
        List<ResultFormat> kinds = formats.isEmpty() ? List.of() : FormatIds.parse(spec.commandLine(), String.join(",", formats));
        if (!kinds.isEmpty() && inputs.size() > 1) {
            throw new ParameterException(spec.commandLine(), "--format writes files of the same names for each of " + inputs.size()
                    + " inputs: give one at a time, each with its own --output, or merge them with timemory merge");
        }
        view.view(spec.commandLine()); // a wrong option is reported before anything is read
        if (inputs.isEmpty()) {
            show(NewestRun.files(view.notices(spec.commandLine())), kinds);
        }
        for (Path input : inputs) {
            show(ResultFiles.filesOf(input, view.notices(spec.commandLine())), kinds);
        }
        return 0;
    }

    private void show(List<Path> files, List<ResultFormat> kinds) throws IOException {
        Results results = view.of(ResultFiles.readRun(files), spec.commandLine());
        if (kinds.isEmpty()) {
            print(results);
        } else {
            write(results, kinds, files);
        }
    }

    private void print(Results results) {
        PrintWriter out = spec.commandLine().getOut();
        Settings settings = view.settings(results, tables);
        out.print(ResultTexts.consoleText(results, settings, Screen.ofOutput()));
        out.flush();
    }

    private void write(Results results, List<ResultFormat> kinds, List<Path> read) throws IOException {
        OutputFolder folder = new OutputFolder(output, "--output");
        Settings settings = view.settings(results);
        try {
            folder.requireFree(results, kinds, settings, read);
        } catch (IOException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage(), failure);
        }
        List<String> written = new ArrayList<>();
        List<String> empty = new ArrayList<>();
        try (Progress progress = new Progress("writing", kinds.size())) {
            for (int i = 0; i < kinds.size(); i++) {
                progress.reached(i);
                int before = written.size();
                folder.write(results, kinds.subList(i, i + 1), settings, written::add);
                if (written.size() == before) empty.add(kinds.get(i).getId());
            }
        }
        written.forEach(spec.commandLine().getOut()::println);
        for (String format : empty) spec.commandLine().getErr().println("timemory report: the results have nothing for format " + format);
    }
}
