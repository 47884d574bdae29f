package timemory.history.command;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.history.store.CsvCell;
import timemory.history.store.HistoryFile;

/** {@code timemory history query}. */
@Command(name = "query", description = "Queries the file in DuckDB's SQL.", mixinStandardHelpOptions = true,
        footer = {
            "",
            "Tables: runs(run, ended, commit, branch, machine, program, parameters, digest), regions(region, metric, unit, path),",
            "measured(run, region, laps, sum). The file is not changed, and no other file is read.",
            "",
            "Example:",
            "  timemory history query \"select run, sum from measured join regions using (region) where path[-1] = 'solve' order by run\"",
        })
final class QueryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Parameters(paramLabel = "SQL", description = "One statement.")
    private String statement;

    @Option(names = "--csv", description = "Print comma-separated values.")
    private boolean csv;

    @Override
    public Integer call() throws IOException {
        try (HistoryFile file = history.open()) {
            List<@Nullable String[]> found = file.query(statement);
            if (csv) {
                for (@Nullable
                String[] row : found)
                    spec.commandLine().getOut().println(Arrays.stream(row).map(CsvCell::of).collect(Collectors.joining(",")));
            } else {
                Rows rows = new Rows(found.get(0));
                for (@Nullable
                String[] row : found.subList(1, found.size()))
                    rows.add(Arrays.stream(row).map(String::valueOf).toArray(String[]::new));
                rows.print(spec.commandLine().getOut());
            }
            spec.commandLine().getOut().flush();
        }
        return 0;
    }
}
