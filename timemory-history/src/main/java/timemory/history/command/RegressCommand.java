package timemory.history.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import timemory.history.change.ChangePoint;
import timemory.history.change.ChangePoints;
import timemory.history.change.FalseDiscovery;
import timemory.history.store.HistoryFile;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.history.store.Values;

/** {@code timemory history regress}. */
@Command(
        name = "regress",
        description = "Lists the regions that changed, and at which commits: what cannot be told from chance is left out.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "P is how likely a change is by chance, in the light of how many places in the series were looked at. Of the changes that",
            "are listed no more than --rate are false on average, however many regions there are (Benjamini and Hochberg).",
            "",
            "Exit status: 0, 1 where the file cannot be read, 2 for wrong use, 3 where a region became worse in one of the --last N runs.",
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

    @Option(names = "--last", paramLabel = "N",
            description = "Status 3 where a region became worse that may have done so in the last N runs.")
    private int last;

    @Option(names = "--rate", paramLabel = "PART",
            description = "How many of those that are listed may be false (default: ${DEFAULT-VALUE}).")
    private double rate = 0.05;

    @Option(names = "--less-is-worse", description = "The metric is one of which more is better, as of a throughput.")
    private boolean lessIsWorse;

    /** A change of a region in one group of runs. */
    private record Finding(RunFacts common, List<Run> runs, Region region, Values values, ChangePoint change) {}

    @Override
    public Integer call() throws IOException {
        if (!(rate > 0.0 && rate < 1.0)) throw new ParameterException(spec.commandLine(), "--rate " + rate + ": it is between 0 and 1");
        List<Finding> findings = new ArrayList<>();
        int asked = 0;
        int runs = 0;
        try (HistoryFile file = history.open()) {
            List<Region> regions = file.regions(selection.metricsOf(file.regions(List.of()), spec.commandLine()));
            for (Map.Entry<RunFacts, List<Run>> group : selection.groups(file.runs()).entrySet()) {
                Map<Integer, Values> values = file.valuesOf(regions.stream().map(Region::number).toList(), group.getValue());
                runs += group.getValue().size();
                for (Region region : regions) {
                    Values found = values.get(region.number());
                    if (found == null) continue;
                    asked++;
                    for (ChangePoint change : ChangePoints.of(selection.seriesOf(found, spec.commandLine()),
                            criteria.criteria(spec.commandLine())))
                        findings.add(new Finding(group.getKey(), group.getValue(), region, found, change));
                }
            }
        }
        List<Finding> believed = believed(findings, asked);
        PrintWriter out = spec.commandLine().getOut();
        out.println(believed.isEmpty() ? "no change of " + asked + " regions in " + runs + " runs that cannot be chance"
                : believed.size() + (believed.size() == 1 ? " change" : " changes") + " of " + asked + " regions in " + runs + " runs:");
        if (!believed.isEmpty()) print(believed, out);
        out.flush();
        return believed.stream().anyMatch(this::isRecentAndWorse) ? WORSE : 0;
    }

    private List<Finding> believed(List<Finding> findings, int asked) {
        double[] pValues = findings.stream().mapToDouble(finding -> finding.change.correctedPValue()).toArray();
        boolean[] is = FalseDiscovery.believed(pValues, Math.max(asked, pValues.length), rate);
        List<Finding> believed = new ArrayList<>();
        for (int i = 0; i < is.length; i++) if (is[i]) believed.add(findings.get(i));
        believed.sort(Comparator.comparingDouble((Finding finding) -> -Math.abs(finding.change.relative())));
        return believed;
    }

    private void print(List<Finding> believed, PrintWriter out) {
        Rows rows = new Rows("-CHANGE", "-BEFORE", "-AFTER", "-P", "REGION", "METRIC", "-RUN", "COMMITS");
        for (Finding finding : believed) {
            Map<Integer, Run> runs = new HashMap<>();
            finding.runs.forEach(run -> runs.put(run.number(), run));
            ChangePoint change = finding.change;
            String unit = selection.unitOf(finding.region);
            rows.add(Amount.change(change.relative()), Amount.of(change.before(), unit), Amount.of(change.after(), unit),
                    Amount.probability(change.correctedPValue()), finding.region.name(), finding.region.metric(),
                    String.valueOf(finding.values.runs()[change.index()]), commits(finding, runs));
        }
        rows.print(out);
    }

    /** From the last one that is surely before the change to the last one at which it may have been. */
    private static String commits(Finding finding, Map<Integer, Run> runs) {
        int[] numbers = finding.values.runs();
        String before = Rows.commit(runs.get(numbers[finding.change.earliest() - 1]).facts().commit());
        String last = Rows.commit(runs.get(numbers[finding.change.latest()]).facts().commit());
        String at = Rows.commit(runs.get(numbers[finding.change.index()]).facts().commit());
        return at + (finding.change.earliest() == finding.change.latest() ? "" : ", or another of " + before + ".." + last);
    }

    private boolean isRecentAndWorse(Finding finding) {
        boolean isWorse = finding.change.relative() > 0 != lessIsWorse;
        return isWorse && finding.change.latest() >= finding.values.size() - last;
    }
}
