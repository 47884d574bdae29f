package timemory.tools;

import timemory.tools.io.Terminal;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            "P is how likely such a difference of the mean laps would be by chance alone (Welch's t-test); it takes two laps on",
            "both sides. A change whose P is 0.05 or more exceeds no threshold, nor does one of single laps, which may be chance:",
            "such a change is reported, and --single-laps counts it. New and vanished regions exceed none either.",
            "",
            "Exit status: 0, 1 where something cannot be read, 2 for wrong use, 3 where a threshold is exceeded.",
            "",
            "Examples:",
            "  timemory diff before/ after/",
            "  timemory diff -t 'wall_clock>5%' -t 'peak_rss>10MB' main/timemory-output timemory-output",
        })
final class DiffCommand implements Callable<Integer> {

    private static final int EXCEEDED = 3;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A file or directory of results.")
    private Path before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "What to compare with it.")
    private Path after;

    @Option(names = {"-t", "--threshold"}, paramLabel = "COMPONENT>N%", description = "How much a component may change; may be given "
            + "several times.")
    private List<String> thresholds = new ArrayList<>();

    @Option(
            names = "--single-laps",
            description = "Counts changes of single laps too: they may be chance, unless the number is the same in each run, as one of "
                    + "bytes or events.")
    private boolean singleLaps;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Writes a page that compares both, to look at in a browser.")
    private Path html;

    @Option(names = "--by-change", description = "Lists the largest changes first, instead of the tree.")
    private boolean byChange;

    @Mixin
    private ViewOptions view;

    @Override
    public Integer call() throws IOException {
        List<Threshold> limits = new ArrayList<>();
        try {
            thresholds.forEach(text -> limits.add(Threshold.parse(text)));
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
        List<Path> filesBefore = ResultFiles.filesOf(before, view.notices(spec.commandLine()));
        List<Path> filesAfter = ResultFiles.filesOf(after, view.notices(spec.commandLine()));
        boolean isReplaced = html != null && isReplaced(Stream.concat(filesBefore.stream(), filesAfter.stream()).toList());
        Results first = read(filesBefore);
        Results second = read(filesAfter);
        Map<CallGraph, Comparison> comparisons = new LinkedHashMap<>();
        for (CallGraph graph : second.getGraphs()) {
            comparisons.put(graph, new Comparison(first.get(graph.getType().getId()), graph));
        }
        for (CallGraph graph : first.getGraphs()) {
            if (second.get(graph.getType().getId()) == null) {
                comparisons.put(graph, new Comparison(graph, null));
            }
        }
        List<String> unsure = new ArrayList<>();
        List<String> exceeded = exceeded(limits, comparisons, unsure);
        if (html != null) {
            ExportFormats.writeComparison(html.toString(), first, second, before.toString(), after.toString());
            spec.commandLine().getErr().println(OutputFolder.lineOf(html, isReplaced));
        }
        if (json) {
            writeJson(comparisons, exceeded);
        } else {
            comparisons.forEach(this::show);
        }
        exceeded.forEach(spec.commandLine().getErr()::println);
        unsure.forEach(spec.commandLine().getErr()::println);
        spec.commandLine().getErr().flush();
        return exceeded.isEmpty() ? 0 : EXCEEDED;
    }

    /** Whether there is a file already where the page goes; one of the files to {@code read}, or of a run, may not be. */
    private boolean isReplaced(List<Path> read) throws IOException {
        Path file = html.toAbsolutePath();
        if (file.getParent() == null) {
            throw new ParameterException(spec.commandLine(), "--html " + html + " is no name of a file");
        }
        try {
            new OutputFolder(file.getParent(), "--html").requireKept(List.of(file.getFileName().toString()), read);
        } catch (IOException taken) {
            throw new ParameterException(spec.commandLine(), taken.getMessage(), taken);
        }
        return Files.exists(file);
    }

    private Results read(List<Path> files) throws IOException {
        return view.ofMetrics(view.view(spec.commandLine()).of(ResultFiles.readRun(files)), spec.commandLine());
    }

    private List<String> exceeded(List<Threshold> limits, Map<CallGraph, Comparison> comparisons, List<String> unsure) {
        List<String> exceeded = new ArrayList<>();
        for (Threshold limit : limits) {
            CallGraph graph = comparisons.keySet().stream().filter(it -> isMeant(it.getType(), limit.metric())).findFirst().orElse(null);
            if (graph == null) {
                throw new ParameterException(spec.commandLine(),
                        "threshold '" + limit.text() + "': neither side has a component " + limit.metric());
            }
            for (Comparison.Line line : comparisons.get(graph).lines()) {
                if (!limit.isExceededBy(line, graph.getType().getQuantity())) {
                    continue;
                }
                String what = "by '" + Terminal.visible(line.label()) + "': " + Cells.signed(line.relativeChange() * 100) + " %";
                if (singleLaps || !line.mayBeChance()) {
                    exceeded.add("timemory diff: " + limit.text() + " is exceeded " + what);
                } else {
                    unsure.add("timemory diff: " + limit.text() + " may be exceeded " + what
                            + ", or that is chance: it takes two laps on both sides to decide (--single-laps counts it)");
                }
            }
        }
        return exceeded;
    }

    private static boolean isMeant(ComponentType<?> type, String name) {
        return type.getId().equals(name) || type.getLabel().equals(name) || type.getAliases().contains(name);
    }

    private void show(CallGraph graph, Comparison comparison) {
        PrintWriter out = spec.commandLine().getOut();
        Cells.Unit unit = Cells.unitFor(graph, comparison);
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"LABEL", "LAPS BEFORE", "AFTER", "SUM BEFORE", "AFTER", "CHANGE", "%", "P"});
        for (Comparison.Line line : lines(comparison)) {
            rows.add(new String[] {
                Cells.indented(line.depth(), line.label(), byChange),
                laps(line.lapsBefore()),
                laps(line.lapsAfter()),
                line.kind() == Comparison.Kind.ADDED ? "-" : unit.format(line.before()),
                line.kind() == Comparison.Kind.REMOVED ? "-" : unit.format(line.after()),
                unit.signed(line.change()),
                switch (line.kind()) {
                    case ADDED -> "new";
                    case REMOVED -> "gone";
                    case CHANGED -> Cells.signed(line.relativeChange() * 100);
                },
                Double.isNaN(line.significance()) ? "-"
                        : String.format(Locale.ROOT, "%.3f", line.significance()) + (line.isSignificant() ? " *" : "  "),
            });
        }
        out.println();
        out.println(graph.getType().getDescription() + (unit.symbol().isEmpty() ? "" : " (" + unit.symbol() + ")"));
        Cells.print(out, rows);
        out.flush();
    }

    private static String laps(long laps) {
        return laps == Comparison.UNKNOWN ? "-" : String.valueOf(laps);
    }

    private List<Comparison.Line> lines(Comparison comparison) {
        if (!byChange) {
            return comparison.lines();
        }
        return comparison.lines().stream().sorted(Comparator.comparingDouble((Comparison.Line line) -> -Math.abs(line.change()))).toList();
    }

    private void writeJson(Map<CallGraph, Comparison> comparisons, List<String> exceeded) throws IOException {
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
                writeLaps(generator, "laps_before", line.lapsBefore());
                writeLaps(generator, "laps_after", line.lapsAfter());
                writeNumber(generator, "before", line.before());
                writeNumber(generator, "after", line.after());
                writeNumber(generator, "change", line.change());
                writeNumber(generator, "relative_change", line.relativeChange());
                writeNumber(generator, "p", line.significance());
                generator.writeEndObject();
            }
            generator.writeEndArray();
        }
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

    private static void writeLaps(JsonGenerator generator, String name, long laps) throws IOException {
        if (laps == Comparison.UNKNOWN) {
            generator.writeNullField(name);
        } else {
            generator.writeNumberField(name, laps);
        }
    }

    private static void writeNumber(JsonGenerator generator, String name, double number) throws IOException {
        if (Double.isFinite(number)) {
            generator.writeNumberField(name, number);
        } else {
            generator.writeNullField(name);
        }
    }
}
