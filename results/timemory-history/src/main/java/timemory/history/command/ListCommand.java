package timemory.history.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import timemory.history.store.HistoryFile;
import timemory.history.store.Run;

/** {@code timemory history list}. */
@Command(name = "list", description = "Lists the runs.", mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Option(names = {"-n", "--last"}, paramLabel = "N", description = "Only the last N.")
    private int last = Integer.MAX_VALUE;

    @Override
    public Integer call() throws IOException {
        try (HistoryFile file = history.open()) {
            List<Run> runs = file.runs();
            Rows rows = new Rows("-run", "time (UTC)", "commit", "branch", "program", "parameters", "machine", "-regions");
            for (Run run : runs.subList(Math.max(0, runs.size() - last), runs.size())) {
                rows.add(String.valueOf(run.number()), Rows.time(run.facts().at()), Rows.commit(run.facts().commit()),
                        Rows.orNone(run.facts().branch()), run.facts().program(), Rows.orNone(run.facts().parameterText()),
                        run.facts().machine(),
                        String.valueOf(run.regions()));
            }
            rows.print(spec.commandLine().getOut());
        }
        return 0;
    }
}
