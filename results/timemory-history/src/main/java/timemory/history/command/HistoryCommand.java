package timemory.history.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code timemory history}: keeps the results of many runs in one file. */
@Command(
        name = "history",
        description = "Keeps the results of many runs, and says when a region changed.",
        mixinStandardHelpOptions = true,
        subcommands = {AddCommand.class, ListCommand.class, ShowCommand.class, TrendCommand.class, RegressCommand.class, ScaleCommand.class,
            QueryCommand.class,
            ExportCommand.class, GcCommand.class},
        footer = {
            "",
            "The runs are in the file that --file or TIMEMORY_HISTORY names, timemory-history.duckdb otherwise.",
            "",
            "Examples:",
            "  timemory history add timemory-output",
            "  timemory history trend solve",
            "  timemory history regress --last 20          status 3 where a region became slower in one of the last 20 runs",
        })
public final class HistoryCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which of its commands? `timemory history --help` lists them");
    }
}
