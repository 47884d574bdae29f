package timemory.history.command;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import timemory.agent.record.Plurals;
import timemory.history.page.Amount;
import timemory.history.store.HistoryFile;
import timemory.history.store.Run;

/** {@code timemory history gc}. */
@Command(name = "gc", description = "Removes runs if requested, and compacts the file: smaller and faster to query.",
        mixinStandardHelpOptions = true)
final class GcCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Option(names = "--remove", paramLabel = "RUNS", split = ",", description = "Remove these runs, by number.")
    private List<Integer> remove = List.of();

    @Option(names = "--keep", paramLabel = "N", description = "Remove all but the last N runs.")
    private int keep = Integer.MAX_VALUE;

    @Override
    public Integer call() throws IOException {
        if (keep < 0) throw new ParameterException(spec.commandLine(), "--keep " + keep + ": must be 0 or more");
        if (!Files.isRegularFile(history.path())) throw new IOException(history.path() + ": no such file");
        long before = Files.size(history.path());
        try (HistoryFile file = HistoryFile.open(history.path(), false)) {
            List<Run> runs = file.runs();
            for (int number : remove) {
                if (runs.stream().noneMatch(run -> run.number() == number))
                    throw new ParameterException(spec.commandLine(), "there is no run " + number);
            }
            List<Integer> old = runs.subList(0, Math.max(0, runs.size() - keep)).stream().map(Run::number).toList();
            int removed = file.remove(Stream.concat(remove.stream(), old.stream()).distinct().toList());
            file.tidy();
            spec.commandLine().getOut()
                    .println(Plurals.of(removed, "run", "runs") + " removed, " + Amount.of(before, "B") + " before, "
                            + Amount.of(Files.size(history.path()), "B") + " now");
            spec.commandLine().getOut().flush();
        }
        return 0;
    }
}
