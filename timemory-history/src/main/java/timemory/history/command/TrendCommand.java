package timemory.history.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
import timemory.history.change.ChangePoints;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.history.store.Values;
import timemory.tools.io.Terminal;

/** {@code timemory history trend}. */
@Command(name = "trend", description = "Shows what a region took in each run, and when that changed.", mixinStandardHelpOptions = true)
final class TrendCommand implements Callable<Integer> {
    private static final int MOST_REGIONS = 20;

    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Mixin
    private SelectionOptions selection;

    @Mixin
    private CriteriaOptions criteria;

    @Parameters(paramLabel = "REGION", description = "Its label, or the last labels of its path with slashes between: solve, main/solve.")
    private String name;

    @Option(names = "--values", description = "Lists what each run took.")
    private boolean values;

    @Override
    public Integer call() throws IOException {
        try (HistoryFile file = history.open()) {
            List<Region> all = file.regions(List.of());
            List<String> metrics = selection.metricsOf(all, spec.commandLine());
            List<Region> meant = all.stream().filter(region -> metrics.contains(region.metric()) && region.isNamed(name)).toList();
            if (meant.isEmpty()) throw new ParameterException(spec.commandLine(), "no run has a region " + name + nearest(all));
            if (meant.size() > MOST_REGIONS)
                throw new ParameterException(spec.commandLine(),
                        meant.size() + " regions are called " + name + ": name more of the path, as in "
                                + meant.get(0).name());
            Map<RunFacts, List<Run>> groups = selection.groups(file.runs());
            for (Map.Entry<RunFacts, List<Run>> group : groups.entrySet()) {
                Map<Integer, Values> found = file.valuesOf(meant.stream().map(Region::number).toList(), group.getValue());
                for (Region region : meant) if (found.containsKey(region.number())) show(region, group, found.get(region.number()));
            }
            if (groups.isEmpty())
                throw new ParameterException(spec.commandLine(), "no run is of that branch, machine, program and parameters");
        }
        return 0;
    }

    private String nearest(List<Region> all) {
        String wanted = name.substring(name.lastIndexOf('/') + 1);
        List<String> like = all.stream().map(region -> region.path().get(region.path().size() - 1)).distinct()
                .filter(label -> label.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT))).limit(3).toList();
        return like.isEmpty() ? "" : "; there is " + String.join(", ", like);
    }

    private void show(Region region, Map.Entry<RunFacts, List<Run>> group, Values found) {
        PrintWriter out = spec.commandLine().getOut();
        double[] series = selection.seriesOf(found, spec.commandLine());
        String unit = selection.unitOf(region);
        Map<Integer, Run> runs = new HashMap<>();
        group.getValue().forEach(run -> runs.put(run.number(), run));
        out.println(Terminal.visible(region.name() + ", " + selection.of() + " of " + region.metric() + ", " + count(series.length) + " of "
                + group.getKey().program() + " on " + group.getKey().machine() + branchOf(group.getKey()) + parametersOf(group.getKey())));
        out.println(Sparkline.of(series, Terminal.width()));
        List<ChangePoint> changes = ChangePoints.of(series, criteria.criteria(spec.commandLine()));
        Rows rows = new Rows("-FROM RUN", "TIME (UTC)", "COMMIT", "-RUNS", "-MEAN", "-CHANGE", "-P", "MAY BE FROM RUN");
        List<Integer> begins = new ArrayList<>(List.of(0));
        changes.forEach(change -> begins.add(change.index()));
        for (int i = 0; i < begins.size(); i++) {
            int begin = begins.get(i);
            int end = i + 1 < begins.size() ? begins.get(i + 1) : series.length;
            double mean = Arrays.stream(series, begin, end).average().orElse(0.0);
            Run run = runs.get(found.runs()[begin]);
            ChangePoint change = i == 0 ? null : changes.get(i - 1);
            rows.add(String.valueOf(run.number()), Rows.time(run.facts().at()), Rows.commit(run.facts().commit()),
                    String.valueOf(end - begin),
                    Amount.of(mean, unit), change == null ? "" : Amount.change(change.relative()),
                    change == null ? "" : Amount.probability(change.correctedPValue()),
                    change == null ? "" : found.runs()[change.earliest()] + " to " + found.runs()[change.latest()]);
        }
        rows.print(out);
        if (values) list(found, series, unit, runs, out);
        out.println();
        out.flush();
    }

    private static String count(int runs) {
        return runs == 1 ? "1 run" : runs + " runs";
    }

    private static String branchOf(RunFacts common) {
        return common.branch().isEmpty() ? "" : ", branch " + common.branch();
    }

    private static String parametersOf(RunFacts common) {
        return common.parameters().isEmpty() ? "" : ", " + common.parameterText();
    }

    private void list(Values found, double[] series, String unit, Map<Integer, Run> runs, PrintWriter out) {
        Rows rows = new Rows("-RUN", "TIME (UTC)", "COMMIT", "-LAPS", "-VALUE");
        for (int i = 0; i < series.length; i++) {
            Run run = runs.get(found.runs()[i]);
            rows.add(String.valueOf(run.number()), Rows.time(run.facts().at()), Rows.commit(run.facts().commit()),
                    found.laps()[i] < 0 ? "-" : String.valueOf(found.laps()[i]), Amount.of(series[i], unit));
        }
        rows.print(out);
    }
}
