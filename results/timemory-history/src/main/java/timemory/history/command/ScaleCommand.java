package timemory.history.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.history.page.Amount;
import timemory.history.page.Formula;
import timemory.history.page.ScalePage;
import timemory.history.page.Scaling;
import timemory.history.page.Trend;
import timemory.history.scale.Growth;
import timemory.history.scale.GrowthModel;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.history.store.Values;
import timemory.tools.io.Terminal;

/** {@code timemory history scale}. */
@Command(
        name = "scale",
        description = "Shows how regions scale with a parameter of the runs, such as threads or a size.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "speedup is relative to the smallest value; efficiency is its fraction of the ideal: with the same work",
            "for all, twice the speed at twice the value; with --weak, where the work grows as well, the same speed; with --size, none.",
            "",
            "'grows as' is the formula c + a * x^i * log2(x)^j, as in Extra-P, that best predicts each mean from the others; error is",
            "its prediction error. It is a constant unless growth is significant (F test). With fewer than five values it has one term.",
            "Predictions (--at) have a 95 %% interval, which grows with the distance from the data. Beyond 4 times the data: !.",
            "",
            "Example for runs that were added with -p threads=1, -p threads=2 and so on:",
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
            description = "Label, or the last labels of the path (default: the outermost regions).")
    private @Nullable String name;

    @Option(names = "--by", paramLabel = "NAME", required = true, description = "The parameter.")
    private String by;

    /** How the amount of work depends on the parameter; without an option, it is constant. */
    static final class Work {
        @Option(names = "--weak", description = "The work grows with the parameter.")
        private boolean grows;

        @Option(names = "--size", description = "The parameter is the problem size: no speedup is expected.")
        private boolean isParameter;
    }

    @ArgGroup
    private Work work = new Work();

    @Option(names = "--all", description = "One line for each region, largest at the last value first.")
    private boolean all;

    @Option(names = "--at", paramLabel = "VALUES", split = ",",
            description = "Predict with the model at other values of the parameter.")
    private List<Double> at = List.of();

    @Mixin
    private PageOption page;

    @Override
    public Integer call() throws IOException {
        List<List<Scaling>> groups = new ArrayList<>();
        try (HistoryFile file = history.open()) {
            List<Region> meant = meant(file.regions(List.of()));
            Map<RunFacts, TreeMap<Double, List<Run>>> runs = byValue(selection.groups(file.runs()));
            if (runs.isEmpty())
                throw new ParameterException(spec.commandLine(), "no selected run has a parameter " + by + " (add -p " + by + "=...)");
            for (Map.Entry<RunFacts, TreeMap<Double, List<Run>>> group : runs.entrySet())
                groups.add(scalingsOf(file, meant, group.getKey(), group.getValue()));
        }
        PrintWriter out = spec.commandLine().getOut();
        for (List<Scaling> group : groups) {
            if (all) byNumber(group).forEach(same -> list(same, out));
            else group.forEach(scaling -> show(scaling, out));
        }
        out.flush();
        List<Scaling> scalings = groups.stream().flatMap(List::stream).toList();
        page.write(() -> ScalePage.of("Scaling by " + by, by, ideal(), scalings), spec.commandLine());
        return 0;
    }

    private Scaling.Ideal ideal() {
        return work.isParameter ? Scaling.Ideal.NONE : work.grows ? Scaling.Ideal.WEAK : Scaling.Ideal.STRONG;
    }

    private List<Region> meant(List<Region> regions) {
        List<String> metrics = selection.metricsOf(regions, spec.commandLine());
        List<Region> meant = regions.stream().filter(region -> metrics.contains(region.metric()))
                .filter(region -> name != null ? region.isNamed(name) : all || region.path().size() == 1).toList();
        if (meant.isEmpty()) throw new ParameterException(spec.commandLine(), "no run has a region " + name);
        return meant;
    }

    /** Groups the runs that have the parameter by their other facts, then by its value. */
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
        } catch (NumberFormatException failure) {
            throw new ParameterException(spec.commandLine(), "parameter " + by + " is '" + value + "', not a number, in a run", failure);
        }
    }

    /** Returns the values of each of {@code regions} at each parameter value, if any run has the region. */
    private List<Scaling> scalingsOf(HistoryFile file, List<Region> regions, RunFacts common, TreeMap<Double, List<Run>> byValue)
            throws IOException {
        List<Integer> numbers = regions.stream().map(Region::number).toList();
        Map<Region, Scaling> scalings = new LinkedHashMap<>();
        for (Map.Entry<Double, List<Run>> one : byValue.entrySet()) {
            Map<Integer, Values> found = file.valuesOf(numbers, one.getValue());
            for (Region region : regions) {
                Values values = found.get(region.number());
                if (values == null) continue;
                Trend taken = selection.takenBy(region, common, one.getValue(), values, spec.commandLine());
                scalings.computeIfAbsent(region, none -> new Scaling(region, common, taken.what(), taken.unit(), new ArrayList<>())).steps()
                        .add(new Scaling.Step(one.getKey(), taken.series()));
            }
        }
        return List.copyOf(scalings.values());
    }

    private void show(Scaling scaling, PrintWriter out) {
        out.println(Terminal.visible(scaling.region().name() + ", " + scaling.what() + " by " + by + ", " + scaling.runs()));
        Rows rows = new Rows("-" + by, "-runs", "-mean", "-stddev", "-speedup", "-efficiency");
        for (Scaling.Step step : scaling.steps()) {
            double deviation = step.deviation();
            double speedup = work.isParameter ? Double.NaN : scaling.speedup(step);
            rows.add(Amount.of(step.at(), ""), String.valueOf(step.taken().length), Amount.of(step.mean(), scaling.unit()),
                    Double.isNaN(deviation) ? "-" : Amount.of(deviation, scaling.unit()),
                    Double.isFinite(speedup) ? String.format(Locale.ROOT, "%.2f", speedup) : "-",
                    Amount.percent(scaling.efficiency(step, ideal())));
        }
        rows.print(out);
        if (scaling.steps().size() > 1) {
            GrowthModel model = scaling.model();
            String formula = Formula.withError(model.growth(), by, scaling.unit());
            out.println(Terminal.visible(model.isProven() ? "grows as " + formula : "stays at " + formula + ": no significant growth"));
            for (double value : at) {
                out.println("at " + Amount.of(value, "") + " it would be " + predicted(model, value, scaling.unit())
                        + (model.isFar(value) ? ": unreliable, more than 4 times beyond the data" : ""));
            }
        }
        out.println();
    }

    /** Returns the predicted value with its interval. */
    private static String predicted(GrowthModel model, double value, String unit) {
        GrowthModel.Interval interval = model.interval(value);
        return Amount.of(model.at(value), unit) + " (" + Amount.of(interval.low(), unit) + " to " + Amount.of(interval.high(), unit) + ")";
    }

    private static Collection<List<Scaling>> byNumber(List<Scaling> scalings) {
        Map<String, List<Scaling>> found = new LinkedHashMap<>();
        scalings.forEach(scaling -> found.computeIfAbsent(scaling.what(), none -> new ArrayList<>()).add(scaling));
        return found.values();
    }

    /** Prints one line per region, those with the largest value at the end first. */
    private void list(List<Scaling> scalings, PrintWriter out) {
        out.println(Terminal.visible(scalings.get(0).what() + " by " + by + ", " + scalings.get(0).runs()));
        double least = scalings.stream().mapToDouble(scaling -> scaling.first().at()).min().orElseThrow();
        double most = scalings.stream().mapToDouble(scaling -> scaling.last().at()).max().orElseThrow();
        List<String> heads = new ArrayList<>(List.of("region", "-at " + Amount.of(least, ""), "-at " + Amount.of(most, ""), "-efficiency"));
        for (double value : at) heads.add("-would be at " + Amount.of(value, ""));
        heads.addAll(List.of("-error", "grows as"));
        Rows rows = new Rows(heads.toArray(String[]::new));
        double end = at.isEmpty() ? most : at.get(at.size() - 1);
        Map<Scaling, GrowthModel> models = new HashMap<>();
        Function<Scaling, GrowthModel> modelOf = scaling -> models.computeIfAbsent(scaling, Scaling::model);
        ToDoubleFunction<Scaling> taken = scaling -> at.isEmpty() ? scaling.last().mean() : modelOf.apply(scaling).at(end);
        scalings.stream().sorted(Comparator.comparingDouble(taken).reversed()).forEach(scaling -> {
            GrowthModel model = modelOf.apply(scaling);
            Growth growth = model.growth();
            String unit = scaling.unit();
            List<String> cells = new ArrayList<>(List.of(scaling.region().name(), meanAt(scaling, least), meanAt(scaling, most),
                    Amount.percent(scaling.efficiency(scaling.last(), ideal()))));
            for (double value : at) cells.add(predicted(model, value, unit) + (model.isFar(value) ? " !" : ""));
            cells.addAll(List.of(Amount.error(growth.error()), Formula.of(growth, by, unit)));
            rows.add(cells.toArray(String[]::new));
        });
        rows.print(out);
        out.println();
    }

    private static String meanAt(Scaling scaling, double at) {
        return scaling.steps().stream().filter(step -> step.at() == at).map(step -> Amount.of(step.mean(), scaling.unit())).findFirst()
                .orElse("-");
    }
}
