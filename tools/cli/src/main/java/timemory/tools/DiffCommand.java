package timemory.tools;

import timemory.tools.io.Amount;
import timemory.tools.io.Terminal;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.export.ExportFormats;
import timemory.results.CallGraph;
import timemory.ComponentType;
import timemory.Quantity;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;
import timemory.tools.write.OutputFolder;

/** {@code timemory diff}: compares two sets of results. */
@Command(
        name = "diff",
        description = "Compares two sets of results: what each region took before and after.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A threshold applies to the total of a region's calls; wall_clock.mean and wall_clock.calls to the mean call and the",
            "number of calls. Each is tested separately. P is the probability of such a difference by chance (Welch's t-test),",
            "for the total in the table. A change counts if P is below 0.05 after Holm's correction for the number of",
            "comparisons.",
            "",
            "With several runs on a side (--runs, or directories of results) P is computed from runs. With one run on each side",
            "it is computed from calls as if they were independent, which they rarely are: noise between runs then looks like",
            "a change. A change of single calls may be chance and exceeds no threshold: it is reported, and --single-calls",
            "counts it. New and vanished regions do not exceed a threshold.",
            "",
            "Exit status: 0, 1 if something cannot be read, 2 for wrong use, 3 if a threshold is exceeded.",
            "",
            "Examples:",
            "  timemory diff before/ after/",
            "  timemory diff -t 'wall_clock>5%%' -t 'peak_rss>10MB' main/timemory-output timemory-output",
        })
final class DiffCommand implements Callable<Integer> {

    private static final int EXCEEDED = 3;
    private static final int MAX_COLUMNS = 100;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "BEFORE",
            description = "A file or directory of results, or a directory with several runs.")
    private Path before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "The results to compare with it.")
    private Path after;

    @Option(names = {"-t", "--threshold"}, paramLabel = "COMPONENT>N%", description = "How much a component may change; may be given "
            + "several times.")
    private List<String> thresholds = new ArrayList<>();

    @Option(
            names = {"--single-calls", "--single-laps"},
            description = "Count changes of single calls too: they may be chance unless the number is the same in each run, such as "
                    + "bytes or events.")
    private boolean singleCalls;

    @Option(names = "--runs", description = "Compare all runs in both directories instead of the newest of each.")
    private boolean allRuns;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write an HTML page that compares both.")
    private @Nullable Path html;

    @Option(names = "--by-change", description = "List the largest changes first instead of the tree.")
    private boolean byChange;

    @Mixin
    private ViewOptions view;

    @Override
    public Integer call() throws IOException {
        List<Threshold> limits = new ArrayList<>();
        try {
            thresholds.forEach(text -> limits.add(Threshold.parse(text)));
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage());
        }
        List<List<Path>> filesBefore = ResultFiles.runsOf(before, allRuns, view.notices(spec.commandLine()));
        List<List<Path>> filesAfter = ResultFiles.runsOf(after, allRuns, view.notices(spec.commandLine()));
        boolean isReplaced =
                html != null && isReplaced(html, Stream.concat(filesBefore.stream(), filesAfter.stream()).flatMap(List::stream).toList());
        List<Results> first = read(filesBefore);
        List<Results> second = read(filesAfter);
        if (Stream.concat(first.stream(), second.stream()).allMatch(results -> results.getGraphs().isEmpty())) {
            view.requireMatch(ResultFiles.readRun(filesBefore.get(0)), first.get(0));
        }
        Map<CallGraph, Comparison> comparisons = comparisons(first, second);
        Corrected corrected = Corrected.of(comparisons.values());
        List<String> unsure = new ArrayList<>();
        List<String> exceeded = exceeded(limits, comparisons, unsure);
        if (html != null) {
            ExportFormats.writeComparison(html.toString(), first.get(0), second.get(0), before.toString(), after.toString());
            spec.commandLine().getErr().println(OutputFolder.lineOf(html, isReplaced));
            if (first.size() + second.size() > 2) {
                spec.commandLine().getErr().println("timemory diff: " + html + " shows the first run of each side, not all of them");
            }
        }
        if (json) {
            writeJson(comparisons, corrected, exceeded, first.size(), second.size());
        } else {
            comparisons.forEach((graph, comparison) -> show(graph, comparison, corrected));
            showTest(corrected, first.size(), second.size());
        }
        exceeded.forEach(spec.commandLine().getErr()::println);
        unsure.forEach(spec.commandLine().getErr()::println);
        spec.commandLine().getErr().flush();
        return exceeded.isEmpty() ? 0 : EXCEEDED;
    }

    private static Map<CallGraph, Comparison> comparisons(List<Results> first, List<Results> second) {
        Map<CallGraph, Comparison> comparisons = new LinkedHashMap<>();
        Set<String> ids = new HashSet<>();
        for (Results results : Stream.concat(second.stream(), first.stream()).toList()) {
            for (CallGraph graph : results.getGraphs()) {
                String id = graph.getType().getId();
                if (ids.add(id)) {
                    comparisons.put(graph, new Comparison(graphs(first, id), graphs(second, id)));
                }
            }
        }
        return comparisons;
    }

    private static List<@Nullable CallGraph> graphs(List<Results> runs, String id) {
        List<@Nullable CallGraph> graphs = new ArrayList<>();
        runs.forEach(results -> graphs.add(results.get(id)));
        return graphs;
    }

    /** The probabilities of all sums that are shown, corrected for how many they are. */
    private record Corrected(Map<Comparison.Line, Double> ofSums, int count) {

        static Corrected of(Collection<Comparison> comparisons) {
            List<Comparison.Line> lines = comparisons.stream().flatMap(comparison -> comparison.lines().stream()).toList();
            double[] probabilities = lines.stream().mapToDouble(line -> line.sum().probability()).toArray();
            double[] corrected = Holm.corrected(probabilities);
            Map<Comparison.Line, Double> ofSums = new IdentityHashMap<>();
            for (int i = 0; i < corrected.length; i++) {
                ofSums.put(lines.get(i), corrected[i]);
            }
            return new Corrected(ofSums, Holm.count(probabilities));
        }

        /** Of one of the lines that it was made of. */
        double probability(Comparison.Line line) {
            return Objects.requireNonNull(ofSums.get(line), "a line of another comparison");
        }

        boolean isSignificant(Comparison.Line line) {
            return probability(line) < Comparison.LEVEL;
        }
    }

    /** Whether there is a file already where the page goes; one of the files to {@code read}, or of a run, may not be. */
    private boolean isReplaced(Path html, List<Path> read) throws IOException {
        Path file = html.toAbsolutePath();
        Path folder = file.getParent();
        if (folder == null) {
            throw new ParameterException(spec.commandLine(), "--html " + html + " is not a file name");
        }
        try {
            new OutputFolder(folder, "--html").requireKept(List.of(file.getFileName().toString()), read);
        } catch (IOException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage(), failure);
        }
        return Files.exists(file);
    }

    private List<Results> read(List<List<Path>> runs) throws IOException {
        List<Results> read = new ArrayList<>();
        for (List<Path> files : runs) {
            read.add(view.view(spec.commandLine()).of(view.ofMetrics(ResultFiles.readRun(files), spec.commandLine())));
        }
        return read;
    }

    private List<String> exceeded(List<Threshold> limits, Map<CallGraph, Comparison> comparisons, List<String> unsure) {
        List<String> exceeded = new ArrayList<>();
        for (Threshold limit : limits) {
            Map.Entry<CallGraph, Comparison> meant = comparisons.entrySet().stream()
                    .filter(it -> isMeant(it.getKey().getType(), limit.metric())).findFirst()
                    .orElseThrow(() -> new ParameterException(spec.commandLine(),
                            "threshold '" + limit.text() + "': neither side has a component " + limit.metric()));
            List<Comparison.Line> lines = meant.getValue().lines();
            double[] probabilities = lines.stream().mapToDouble(line -> limit.of().in(line).probability()).toArray();
            double[] corrected = Holm.corrected(probabilities);
            int compared = Holm.count(probabilities);
            for (int i = 0; i < corrected.length; i++) {
                Comparison.Line line = lines.get(i);
                if (!limit.isExceededBy(line, meant.getKey().getType().getQuantity())) {
                    continue;
                }
                String what = "by '" + Terminal.visible(line.label()) + "': " + limit.of().word() + " "
                        + Amount.relativeChange(limit.of().in(line).relative());
                if (corrected[i] < Comparison.LEVEL) {
                    exceeded.add("timemory diff: " + limit.text() + " is exceeded " + what + " (P " + Amount.probability(corrected[i])
                            + ", Holm's correction for " + compared + (compared == 1 ? " comparison)" : " comparisons)"));
                } else if (Double.isNaN(corrected[i]) && singleCalls) {
                    exceeded.add("timemory diff: " + limit.text() + " is exceeded " + what);
                } else if (Double.isNaN(corrected[i])) {
                    unsure.add("timemory diff: " + limit.text() + " may be exceeded " + what
                            + ", or this is chance: two calls on both sides, or several runs, are needed to decide "
                            + "(--single-calls counts it)");
                }
            }
        }
        return exceeded;
    }

    private static boolean isMeant(ComponentType<?> type, String name) {
        return type.getId().equals(name) || type.getLabel().equals(name) || type.getAliases().contains(name);
    }

    private void show(CallGraph graph, Comparison comparison, Corrected corrected) {
        PrintWriter out = spec.commandLine().getOut();
        ComponentType<?> type = graph.getType();
        boolean areCallsEqual = comparison.lines().stream().allMatch(line -> isSame(line.laps().before(), line.laps().after()));
        boolean isAdditive = type.getElementCount() > 0 && type.isAdditive(0);
        ConsoleTable table = new ConsoleTable("region");
        String calls = type.getId().endsWith("samples") ? "samples" : "calls";
        table.columns(areCallsEqual ? "" : calls, areCallsEqual ? new String[] {calls} : new String[] {"before", "after"});
        table.columns(isAdditive ? "total" : "value", "before", "after", "change", "%", "P");
        for (Comparison.Line line : lines(comparison)) {
            List<String> cells = new ArrayList<>();
            cells.add(Amount.count(line.laps().before()));
            if (!areCallsEqual) {
                cells.add(Amount.count(line.laps().after()));
            }
            cells.addAll(valuesOf(line, type, corrected));
            table.row(byChange ? 0 : line.depth(), line.label(), cells);
        }
        out.println();
        out.println(type.getId() + (type.getDescription().isEmpty() ? "" : ": " + type.getDescription()));
        out.println();
        table.print(out, Math.min(MAX_COLUMNS, Terminal.isOutput() ? Terminal.width() : MAX_COLUMNS));
        out.flush();
    }

    private static List<String> valuesOf(Comparison.Line line, ComponentType<?> type, Corrected corrected) {
        Quantity quantity = type.getElementCount() > 0 ? type.quantityOf(0) : type.getQuantity();
        String suffix = type.getElementCount() > 0 ? type.unitSuffix(0) : "";
        return List.of(
                line.kind() == Comparison.Kind.ADDED ? "-" : Amount.of(line.sum().before(), quantity, suffix),
                line.kind() == Comparison.Kind.REMOVED ? "-" : Amount.of(line.sum().after(), quantity, suffix),
                Amount.change(line.sum().change(), quantity, suffix),
                switch (line.kind()) {
                    case ADDED -> "new";
                    case REMOVED -> "gone";
                    case CHANGED -> Amount.relativeChange(line.sum().relative());
                },
                Amount.probability(line.sum().probability())
                        + (Double.isNaN(line.sum().probability()) ? "" : corrected.isSignificant(line) ? " *" : "  "));
    }

    private static boolean isSame(double before, double after) {
        return before == after || Double.isNaN(before) && Double.isNaN(after);
    }

    /** What P is of, which a number alone does not say. */
    private void showTest(Corrected corrected, int runsBefore, int runsAfter) {
        if (corrected.count() == 0) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println();
        if (runsBefore == 1 && runsAfter == 1) {
            out.println("P: totals of one run on each side (Welch's t-test), as if calls were independent. Noise between runs is not");
            out.println("   included: compare several runs (--runs) to include it.");
        } else {
            out.println("Values are means of " + runs(runsBefore) + " before and " + runs(runsAfter)
                    + " after. P: totals of these runs (Welch's t-test).");
        }
        out.println(
                "*  P < 0.05 after Holm's correction for " + corrected.count() + (corrected.count() == 1 ? " comparison" : " comparisons"));
        out.flush();
    }

    private static String runs(int count) {
        return count == 1 ? "1 run" : count + " runs";
    }

    private List<Comparison.Line> lines(Comparison comparison) {
        if (!byChange) {
            return comparison.lines();
        }
        return comparison.lines().stream().sorted(Comparator.comparingDouble((Comparison.Line line) -> -Math.abs(line.sum().change())))
                .toList();
    }

    private void writeJson(Map<CallGraph, Comparison> comparisons, Corrected corrected, List<String> exceeded, int runsBefore,
            int runsAfter)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        JsonGenerator generator = new JsonFactory().createGenerator(out);
        generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        generator.writeStartObject();
        for (var entry : comparisons.entrySet()) {
            generator.writeArrayFieldStart(entry.getKey().getType().getId());
            for (Comparison.Line line : lines(entry.getValue())) {
                generator.writeStartObject();
                generator.writeStringField("label", line.label());
                generator.writeNumberField("depth", line.depth());
                generator.writeStringField("kind", line.kind().name().toLowerCase(Locale.ROOT));
                writeNumber(generator, "laps_before", line.laps().before());
                writeNumber(generator, "laps_after", line.laps().after());
                writeNumber(generator, "before", line.sum().before());
                writeNumber(generator, "after", line.sum().after());
                writeNumber(generator, "change", line.sum().change());
                writeNumber(generator, "relative_change", line.sum().relative());
                writeNumber(generator, "p", line.sum().probability());
                writeNumber(generator, "p_corrected", corrected.probability(line));
                writeNumber(generator, "p_mean", line.mean().probability());
                writeNumber(generator, "p_laps", line.laps().probability());
                generator.writeEndObject();
            }
            generator.writeEndArray();
        }
        generator.writeStringField("p_of", runsBefore == 1 && runsAfter == 1 ? "laps" : "runs");
        generator.writeNumberField("runs_before", runsBefore);
        generator.writeNumberField("runs_after", runsAfter);
        generator.writeNumberField("comparisons", corrected.count());
        generator.writeArrayFieldStart("exceeded");
        for (String sentence : exceeded) {
            generator.writeString(sentence);
        }
        generator.writeEndArray();
        generator.writeEndObject();
        generator.close();
        out.println();
        out.flush();
    }

    private static void writeNumber(JsonGenerator generator, String name, double number) throws IOException {
        if (number == Math.rint(number) && Math.abs(number) < 1L << 53) {
            generator.writeNumberField(name, (long) number);
        } else if (Double.isFinite(number)) {
            generator.writeNumberField(name, number);
        } else {
            generator.writeNullField(name);
        }
    }
}
