package timemory.history.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import timemory.agent.record.Plurals;
import timemory.history.change.ChangePoint;
import timemory.history.change.FalseDiscovery;
import timemory.history.page.Amount;
import timemory.history.page.Trend;
import timemory.history.page.TrendPage;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;

/** {@code timemory history regress}. */
@Command(
        name = "regress",
        description = "Lists the regions that changed significantly, and at which commits.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "P is the probability that an unchanged region ever shows such a change, even if 'regress' is run after each build.",
            "At most --rate of the listed changes are false on average, however many regions there are (Benjamini and Hochberg).",
            "A change is listed from the third run after it at the earliest: one slow run is not a change.",
            "",
            "Exit status: 0, 1 if the file cannot be read, 2 for wrong use, 3 if a region became worse in one of the --last N runs.",
        })
final class RegressCommand implements Callable<Integer> {
    private static final int WORSE = 3;

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

    @Option(names = "--last", paramLabel = "N",
            description = "Exit with status 3 if a region became worse in the last N runs.")
    private int last;

    @Option(names = "--rate", paramLabel = "PART",
            description = "Fraction of the listed changes that may be false (default: ${DEFAULT-VALUE}).")
    private double rate = 0.05;

    @Option(names = "--less-is-worse", description = "Higher values are better, as for a throughput.")
    private boolean lessIsWorse;

    /** A change of a region. */
    private record Finding(Trend trend, ChangePoint change) {}

    @Override
    public Integer call() throws IOException {
        if (!(rate > 0.0 && rate < 1.0)) throw new ParameterException(spec.commandLine(), "--rate " + rate + ": must be between 0 and 1");
        List<Trend> trends;
        Map<RunFacts, List<Run>> groups;
        try (HistoryFile file = history.open()) {
            List<Region> regions = file.regions(selection.metricsOf(file.regions(List.of()), spec.commandLine()));
            groups = selection.groups(file.runs());
            trends = selection.trendsOf(file, regions, groups, criteria, spec.commandLine());
        }
        int asked = trends.size();
        int runs = groups.values().stream().mapToInt(List::size).sum();
        List<Finding> findings = new ArrayList<>();
        for (Trend trend : trends) trend.changes().forEach(change -> findings.add(new Finding(trend, change)));
        List<Finding> believed = believed(findings, asked);
        PrintWriter out = spec.commandLine().getOut();
        String summary =
                (believed.isEmpty() ? "no" : believed.size()) + " significant " + (believed.size() == 1 ? "change" : "changes") + " in "
                        + Plurals.of(asked, "region", "regions") + " over " + Plurals.of(runs, "run", "runs");
        out.println(believed.isEmpty() ? summary : summary + ":");
        if (!believed.isEmpty()) print(believed, out);
        out.flush();
        page.write(() -> TrendPage.of(summary, believed.stream().map(Finding::trend).distinct().toList()), spec.commandLine());
        return believed.stream().anyMatch(this::isRecentAndWorse) ? WORSE : 0;
    }

    private List<Finding> believed(List<Finding> findings, int asked) {
        double[] pValues = findings.stream().mapToDouble(finding -> finding.change.pValue()).toArray();
        boolean[] is = FalseDiscovery.believed(pValues, Math.max(asked, pValues.length), rate);
        List<Finding> believed = new ArrayList<>();
        for (int i = 0; i < is.length; i++) if (is[i]) believed.add(findings.get(i));
        believed.sort(Comparator.comparingDouble((Finding finding) -> -Math.abs(finding.change.relative())));
        return believed;
    }

    private static void print(List<Finding> believed, PrintWriter out) {
        Rows rows = new Rows("-change", "-before", "-after", "-P", "region", "metric", "-run", "commits");
        for (Finding finding : believed) {
            ChangePoint change = finding.change;
            Trend trend = finding.trend;
            rows.add(Amount.change(change.relative()), Amount.of(change.before(), trend.unit()), Amount.of(change.after(), trend.unit()),
                    Amount.probability(change.pValue()), trend.region().name(), trend.region().metric(),
                    String.valueOf(trend.run(change.index()).number()), commits(trend, change));
        }
        rows.print(out);
    }

    /** Returns the most likely commit, and the range from the last one that is surely before the change to the last one that may be it. */
    private static String commits(Trend trend, ChangePoint change) {
        String at = commit(trend, change.index());
        boolean isSure = change.earliest() == change.latest();
        return at + (isSure ? "" : ", or another of " + commit(trend, change.earliest() - 1) + ".." + commit(trend, change.latest()));
    }

    private static String commit(Trend trend, int index) {
        return Rows.commit(trend.run(index).facts().commit());
    }

    private boolean isRecentAndWorse(Finding finding) {
        boolean isWorse = finding.change.relative() > 0 != lessIsWorse;
        return isWorse && finding.change.latest() >= finding.trend.values().size() - last;
    }
}
