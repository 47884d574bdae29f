package timemory.history.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code timemory history}: keeps the results of many runs in one file. */
@Command(
        name = "history",
        description = "Stores the results of many runs and finds when a region changed.",
        mixinStandardHelpOptions = true,
        subcommands = {AddCommand.class, ListCommand.class, ShowCommand.class, TrendCommand.class, RegressCommand.class, ScaleCommand.class,
            QueryCommand.class,
            ExportCommand.class, GcCommand.class},
        footer = {
            "",
            "The runs are in the file named by --file or TIMEMORY_HISTORY, by default timemory-history.duckdb.",
            "",
            "Examples:",
            "  timemory history add timemory-output",
            "  timemory history trend solve",
            "  timemory history regress --last 20          status 3 if a region became slower in one of the last 20 runs",
        })
public final class HistoryCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command; `timemory history --help` lists them");
    }
}
