package timemory.history.command;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import timemory.history.change.ChangePoint;
import timemory.history.change.ChangePoints;
import timemory.history.change.ChangePoints.Criteria;
import timemory.history.page.Trend;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.history.store.Values;

/** The options that select runs, regions and metrics. */
final class SelectionOptions {
    @Option(names = "--branch", paramLabel = "NAME", description = "Runs of this branch; '' for all (default: that of the last run).")
    private @Nullable String branch;

    @Option(names = "--machine", paramLabel = "TEXT", description = "Runs on machines whose name contains this.")
    private String machine = "";

    @Option(names = "--program", paramLabel = "TEXT", description = "Runs of programs whose name contains this.")
    private String program = "";

    @Option(names = {"-p", "--parameter"}, paramLabel = "NAME=VALUE", description = "Runs with this parameter.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = {"-m", "--metric"}, paramLabel = "IDS", split = ",",
            description = "Components (default: wall_clock, or the only one).")
    private @Nullable List<String> metrics;

    @Option(names = "--of", paramLabel = "total|mean|calls",
            description = "Value of a region: the total of its calls (the default), their mean, or their "
                    + "number.")
    private String of = "total";

    /** Returns the runs grouped by the facts that must match for a comparison, each group in time order. */
    Map<RunFacts, List<Run>> groups(List<Run> runs) {
        String wanted = branch != null ? branch : runs.isEmpty() ? "" : runs.get(runs.size() - 1).facts().branch();
        Map<RunFacts, List<Run>> groups = new LinkedHashMap<>();
        for (Run run : runs) {
            RunFacts facts = run.facts();
            boolean isMeant = (wanted.isEmpty() || facts.branch().equals(wanted)) && facts.machine().contains(machine)
                    && facts.program().contains(program) && facts.parameters().entrySet().containsAll(parameters.entrySet());
            RunFacts common = new RunFacts(Instant.EPOCH, "", wanted, facts.machine(), facts.program(), facts.parameters());
            if (isMeant) groups.computeIfAbsent(common, none -> new ArrayList<>()).add(run);
        }
        return groups;
    }

    /** Returns the trend of each of {@code regions} in each group of runs that has it, with its changes. */
    List<Trend> trendsOf(HistoryFile file, List<Region> regions, Map<RunFacts, List<Run>> groups, CriteriaOptions options, CommandLine line)
            throws IOException {
        Criteria criteria = options.criteria(line);
        List<Integer> numbers = regions.stream().map(Region::number).toList();
        List<Trend> trends = new ArrayList<>();
        for (Map.Entry<RunFacts, List<Run>> group : groups.entrySet()) {
            Map<Integer, Values> found = file.valuesOf(numbers, group.getValue());
            Map<Integer, Run> runs = Trend.byNumber(group.getValue());
            trends.addAll(regions.parallelStream().filter(region -> found.containsKey(region.number())).map(region -> {
                Values values = Objects.requireNonNull(found.get(region.number())); // the filter ensures that it exists
                double[] series = seriesOf(values, line);
                return trendOf(region, group.getKey(), runs, values, series, ChangePoints.of(series, criteria));
            }).toList());
        }
        return trends;
    }

    private Trend trendOf(Region region, RunFacts common, Map<Integer, Run> runs, Values values, double[] series,
            List<ChangePoint> changes) {
        String unit = value().equals("calls") ? "" : region.unit();
        return new Trend(region, common, runs, values, series, unit, value() + " of " + region.metric(), changes);
    }

    /** Returns the values of {@code region} in {@code runs}, without detecting changes. */
    Trend takenBy(Region region, RunFacts common, List<Run> runs, Values values, CommandLine line) {
        return trendOf(region, common, Trend.byNumber(runs), values, seriesOf(values, line), List.of());
    }

    private double[] seriesOf(Values values, CommandLine line) {
        return switch (value()) {
            case "total" -> values.sums();
            case "mean" -> values.means();
            case "calls" -> Arrays.stream(values.laps()).asDoubleStream().toArray();
            default -> throw new ParameterException(line, "--of " + of + ": must be total, mean or calls");
        };
    }

    /** Returns which value is meant, which has a former name too. */
    private String value() {
        return of.equals("sum") ? "total" : of.equals("laps") ? "calls" : of;
    }

    /** Returns the selected metrics. Fails with a list of the existing ones if no run has one of them. */
    List<String> metricsOf(List<Region> all, CommandLine line) {
        TreeSet<String> there = all.stream().map(Region::metric).collect(Collectors.toCollection(TreeSet::new));
        List<String> wanted = metrics != null ? metrics : there.size() == 1 ? List.copyOf(there) : List.of("wall_clock");
        for (String metric : wanted) {
            if (!there.contains(metric))
                throw new ParameterException(line,
                        "no run has " + metric + (there.isEmpty() ? "" : "; there is " + String.join(", ", there)));
        }
        return wanted;
    }
}
