package timemory.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
import timemory.tools.io.AtomicFile;
import timemory.tools.write.OutputFolder;

/** {@code timemory snapshot}: what a running program has measured so far. */
@Command(
        name = "snapshot",
        description = "Shows or writes the results so far of a running program, which continues meanwhile.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  timemory snapshot 1234                                  printed like timemory report",
            "  timemory snapshot Server -o now.timemory.json           all results, for timemory report and diff",
            "  timemory snapshot 1234 -f html,speedscope -o folder     files of these formats",
            "  timemory snapshot 1234 --slow                           the slowest requests, and where their time went",
        })
public final class SnapshotCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID|NAME", description = "Process ID or part of its name, as listed by 'timemory ps'.")
    private String target;

    @Option(names = {"-f", "--format"}, paramLabel = "FORMATS", description = "Formats to write: ${COMPLETION-CANDIDATES}", split = ",",
            completionCandidates = FormatIds.class)
    private List<String> formats = new ArrayList<>();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE|DIR", description = "Output: with --format a directory (default: .), "
            + "otherwise a file in the compact format.")
    private @Nullable Path output;

    @Option(names = "--all", description = "Include what was measured before the last 'timemory reset'.")
    private boolean all;

    @Option(names = "--slow", description = "Show the slowest laps instead, each with its nested regions, of a program that records "
            + "them (TIMEMORY_SLOW_LAP_THRESHOLDS=wall_clock>200ms).")
    private boolean slow;

    @Mixin
    private ViewOptions view;

    @Override
    public Integer call() throws IOException {
        List<ResultFormat> kinds = formats.isEmpty() ? List.of() : FormatIds.parse(spec.commandLine(), String.join(",", formats));
        if (slow && all) {
            throw new ParameterException(spec.commandLine(),
                    "--slow and --all exclude each other: slow laps are always those since measuring started");
        }
        Path file = kinds.isEmpty() ? output : null;
        if (file != null && Files.isDirectory(file)) {
            throw new ParameterException(spec.commandLine(),
                    file + " is a directory: name a file, or use --format to choose what to write there");
        }
        // Before any process is asked, so that a wrong option is reported at once.
        view.view(spec.commandLine());
        LiveProcess process = LiveProcess.find(target, new LiveFolders());
        SocketResponse reply = process.ask(slow ? "slow" : all ? "all" : "results");
        if (file != null) {
            boolean wasThere = Files.exists(file);
            AtomicFile.write(file, out -> out.write(reply.content()));
            spec.commandLine().getOut().println(OutputFolder.lineOf(file, wasThere));
            return 0;
        }
        Results results = view.of(process.results(reply), spec.commandLine());
        if (kinds.isEmpty()) {
            show(results, process);
        } else {
            write(results, kinds);
        }
        return 0;
    }

    private void show(Results results, LiveProcess process) {
        PrintWriter out = spec.commandLine().getOut();
        if (results.getGraphs().isEmpty()) {
            out.println(process.info().name() + ": " + (slow ? "no slow laps" : "nothing was measured"));
        }
        Settings settings = view.settings(results);
        out.print(ResultTexts.consoleText(results, settings, Screen.ofOutput()));
        out.flush();
    }

    private void write(Results results, List<ResultFormat> kinds) throws IOException {
        OutputFolder folder = new OutputFolder(output == null ? Path.of(".") : output, "--output");
        Settings settings = view.settings(results);
        try {
            folder.requireFree(results, kinds, settings, List.of());
        } catch (IOException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage(), failure);
        }
        folder.write(results, kinds, settings, spec.commandLine().getOut()::println);
    }
}
