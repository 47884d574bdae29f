package timemory.history.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.history.change.ChangePoint;
import timemory.history.page.Amount;
import timemory.history.page.Trend;
import timemory.history.page.TrendPage;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.tools.io.Terminal;

/** {@code timemory history trend}. */
@Command(name = "trend", description = "Shows a region's values in each run, and when they changed.", mixinStandardHelpOptions = true)
final class TrendCommand implements Callable<Integer> {
    private static final int MAX_REGIONS = 20;

    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Mixin
    private SelectionOptions selection;

    @Mixin
    private CriteriaOptions criteria;

    @Mixin
    private PageOption page;

    @Parameters(paramLabel = "REGION", description = "Label, or the last labels of the path separated by slashes: solve, main/solve.")
    private String name;

    @Option(names = "--values", description = "List the value of each run.")
    private boolean values;

    @Override
    public Integer call() throws IOException {
        try (HistoryFile file = history.open()) {
            List<Region> all = file.regions(List.of());
            List<String> metrics = selection.metricsOf(all, spec.commandLine());
            List<Region> meant = all.stream().filter(region -> metrics.contains(region.metric()) && region.isNamed(name)).toList();
            if (meant.isEmpty()) throw new ParameterException(spec.commandLine(), "no run has a region " + name + nearest(all));
            if (meant.size() > MAX_REGIONS)
                throw new ParameterException(spec.commandLine(),
                        meant.size() + " regions are called " + name + ": give more of the path, as in "
                                + meant.get(0).name());
            Map<RunFacts, List<Run>> groups = selection.groups(file.runs());
            if (groups.isEmpty())
                throw new ParameterException(spec.commandLine(), "no run has this branch, machine, program and parameters");
            List<Trend> trends = selection.trendsOf(file, meant, groups, criteria, spec.commandLine());
            trends.forEach(this::show);
            page.write(() -> TrendPage.of("Trends of " + name, trends), spec.commandLine());
        }
        return 0;
    }

    private String nearest(List<Region> all) {
        String wanted = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        List<String> like = all.stream().map(region -> region.path().get(region.path().size() - 1)).distinct()
                .filter(label -> label.toLowerCase(Locale.ROOT).contains(wanted)).limit(3).toList();
        return like.isEmpty() ? "" : "; there is " + String.join(", ", like);
    }

    private void show(Trend trend) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(Terminal.visible(trend.title()));
        out.println(Sparkline.withScale(trend.series(), trend.unit(), Terminal.width()));
        Rows rows = new Rows("-from run", "time (UTC)", "commit", "-runs", "-mean", "-change", "-P", "may be from run");
        int[] begins = trend.begins();
        for (int i = 0; i + 1 < begins.length; i++) {
            RunFacts facts = trend.run(begins[i]).facts();
            ChangePoint change = i == 0 ? null : trend.changes().get(i - 1);
            rows.add(String.valueOf(trend.run(begins[i]).number()), Rows.time(facts.at()), Rows.commit(facts.commit()),
                    String.valueOf(begins[i + 1] - begins[i]), Amount.of(trend.level(i), trend.unit()),
                    change == null ? "" : Amount.change(change.relative()),
                    change == null ? "" : Amount.probability(change.pValue()),
                    change == null ? "" : trend.run(change.earliest()).number() + " to " + trend.run(change.latest()).number());
        }
        rows.print(out);
        if (values) list(trend, out);
        out.println();
        out.flush();
    }

    private static void list(Trend trend, PrintWriter out) {
        Rows rows = new Rows("-run", "time (UTC)", "commit", "-calls", "-value");
        for (int i = 0; i < trend.series().length; i++) {
            RunFacts facts = trend.run(i).facts();
            long laps = trend.values().laps()[i];
            rows.add(String.valueOf(trend.run(i).number()), Rows.time(facts.at()), Rows.commit(facts.commit()),
                    laps < 0 ? "-" : Amount.of(laps, ""),
                    Amount.of(trend.series()[i], trend.unit()));
        }
        rows.print(out);
    }
}
