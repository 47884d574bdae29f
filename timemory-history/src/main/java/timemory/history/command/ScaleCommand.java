package timemory.history.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.history.change.Scaling;
import timemory.history.page.Amount;
import timemory.history.page.Trend;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.history.store.Values;
import timemory.tools.io.Terminal;

/** {@code timemory history scale}. */
@Command(
        name = "scale",
        description = "Shows how regions grow with a parameter of the runs, as with threads or a size.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "SPEEDUP is how much quicker a region is than at the least value; EFFICIENCY what part that is of the ideal: with the same work",
            "for all, twice as quick at twice the value; with --weak, where the work grows with it, as quick.",
            "",
            "Example, of runs that were added with -p threads=1, -p threads=2 and so on:",
            "  timemory history scale --by threads solve",
        })
final class ScaleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Mixin
    private SelectionOptions selection;

    @Parameters(paramLabel = "REGION", arity = "0..1",
            description = "Its label, or the last labels of its path (default: the outermost regions).")
    private String name;

    @Option(names = "--by", paramLabel = "NAME", required = true, description = "The parameter.")
    private String by;

    @Option(names = "--weak", description = "The work grows with the parameter.")
    private boolean weak;

    @Override
    public Integer call() throws IOException {
        try (HistoryFile file = history.open()) {
            List<Region> all = file.regions(List.of());
            List<String> metrics = selection.metricsOf(all, spec.commandLine());
            List<Region> meant = all.stream().filter(region -> metrics.contains(region.metric()))
                    .filter(region -> name == null ? region.path().size() == 1 : region.isNamed(name)).toList();
            if (meant.isEmpty()) throw new ParameterException(spec.commandLine(), "no run has a region " + name);
            Map<RunFacts, TreeMap<Double, List<Run>>> groups = byValue(selection.groups(file.runs()));
            if (groups.isEmpty())
                throw new ParameterException(spec.commandLine(), "no run that is meant has a parameter " + by + " (add -p " + by + "=...)");
            for (Map.Entry<RunFacts, TreeMap<Double, List<Run>>> group : groups.entrySet()) {
                for (Region region : meant) show(file, region, group.getKey(), group.getValue());
            }
        }
        return 0;
    }

    /** Those with the parameter, by what else they have in common. */
    private Map<RunFacts, TreeMap<Double, List<Run>>> byValue(Map<RunFacts, List<Run>> groups) {
        Map<RunFacts, TreeMap<Double, List<Run>>> found = new LinkedHashMap<>();
        groups.forEach((common, runs) -> {
            String value = common.parameters().get(by);
            if (value == null) return;
            Map<String, String> others = new TreeMap<>(common.parameters());
            others.remove(by);
            RunFacts key = new RunFacts(common.at(), common.commit(), common.branch(), common.machine(), common.program(), others);
            found.computeIfAbsent(key, none -> new TreeMap<>()).computeIfAbsent(number(value), none -> new ArrayList<>()).addAll(runs);
        });
        return found;
    }

    private double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException wrong) {
            throw new ParameterException(spec.commandLine(), "parameter " + by + " is '" + value + "' in a run, and no number", wrong);
        }
    }

    /** What was measured with one value of the parameter. */
    private record Measured(Scaling.Point point, int runs, double deviation) {}

    private void show(HistoryFile file, Region region, RunFacts common, TreeMap<Double, List<Run>> byValue) throws IOException {
        List<Measured> measured = new ArrayList<>();
        String title = "";
        String unit = "";
        for (Map.Entry<Double, List<Run>> one : byValue.entrySet()) {
            Values values = file.valuesOf(List.of(region.number()), one.getValue()).get(region.number());
            if (values == null) continue;
            Trend trend = selection.takenBy(region, common, one.getValue(), values, spec.commandLine());
            double mean = trend.mean(0, trend.series().length);
            double squares = Arrays.stream(trend.series()).map(number -> (number - mean) * (number - mean)).sum();
            int runs = trend.series().length;
            measured.add(
                    new Measured(new Scaling.Point(one.getKey(), mean), runs, runs < 2 ? Double.NaN : Math.sqrt(squares / (runs - 1))));
            title = region.name() + ", " + trend.what() + " by " + by + ", " + common.program() + " on " + common.machine()
                    + (common.parameters().isEmpty() ? "" : ", " + common.parameterText());
            unit = trend.unit();
        }
        if (measured.isEmpty()) return;
        PrintWriter out = spec.commandLine().getOut();
        out.println(Terminal.visible(title));
        Rows rows = new Rows("-" + by.toUpperCase(Locale.ROOT), "-RUNS", "-MEAN", "-STDDEV", "-SPEEDUP", "-EFFICIENCY");
        Scaling.Point first = measured.get(0).point;
        for (Measured one : measured) {
            rows.add(Amount.of(one.point.at(), ""), String.valueOf(one.runs), Amount.of(one.point.mean(), unit),
                    Double.isNaN(one.deviation) ? "-" : Amount.of(one.deviation, unit),
                    String.format(Locale.ROOT, "%.2f", Scaling.speedup(first, one.point)),
                    String.format(Locale.ROOT, "%.0f %%", 100 * Scaling.efficiency(first, one.point, weak)));
        }
        rows.print(out);
        Scaling fit = Scaling.of(measured.stream().map(Measured::point).toList());
        if (Double.isFinite(fit.exponent())) {
            String trust = Double.isNaN(fit.determination()) ? ""
                    : String.format(Locale.ROOT, ", which explains %.1f %% of it", 100 * fit.determination());
            out.println(String.format(Locale.ROOT, "grows as %s^%.2f", by, fit.exponent()) + trust);
        }
        out.println();
        out.flush();
    }
}
