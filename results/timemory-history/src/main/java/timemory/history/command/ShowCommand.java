package timemory.history.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.history.page.Amount;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.Values;

/** {@code timemory history show}. */
@Command(name = "show", description = "Shows the results of a run.", mixinStandardHelpOptions = true)
final class ShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Parameters(paramLabel = "RUN", description = "Number of the run, as `list` shows it.")
    private int number;

    @Option(names = {"-m", "--metric"}, paramLabel = "IDS", split = ",", description = "Only these components.")
    private List<String> metrics = List.of();

    @Override
    public Integer call() throws IOException {
        try (HistoryFile file = history.open()) {
            Run run = file.runs().stream().filter(one -> one.number() == number).findFirst()
                    .orElseThrow(() -> new ParameterException(spec.commandLine(), "there is no run " + number));
            Map<Integer, Values> values = file.valuesIn(run);
            List<Region> regions = new ArrayList<>(file.regions(metrics));
            regions.sort((one, other) -> {
                int metric = one.metric().compareTo(other.metric());
                return metric != 0 ? metric : compare(one.path(), other.path());
            });
            Rows rows = new Rows("region", "metric", "-calls", "-total");
            for (Region region : regions) {
                Values value = values.get(region.number());
                if (value == null) continue;
                String label = "  ".repeat(Math.min(20, region.path().size() - 1)) + region.path().get(region.path().size() - 1);
                rows.add(label, region.metric(), value.laps()[0] < 0 ? "-" : Amount.of(value.laps()[0], ""),
                        Amount.of(value.sums()[0], region.unit()));
            }
            rows.print(spec.commandLine().getOut());
        }
        return 0;
    }

    private static int compare(List<String> one, List<String> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = one.get(i).compareTo(other.get(i));
            if (order != 0) return order;
        }
        return Integer.compare(one.size(), other.size());
    }
}
