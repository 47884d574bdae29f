package timemory.tools.learn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import timemory.Quantity;
import timemory.results.CallGraph;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;

/** What is worth measuring: options of {@code timemory learn}. */
public final class LearnOptions {

    /** As they are where nothing else is asked for. */
    public static final LearnedFile.Limits DEFAULT_LIMITS = new LearnedFile.Limits(0.001, 0.05);

    @Option(names = "--least-share", paramLabel = "PERCENT", description = "Minimum share of all measured time that a function takes "
            + "(default: ${DEFAULT-VALUE}).", defaultValue = "0.1")
    private double minShare;

    @Option(names = "--most-overhead", paramLabel = "PERCENT", description = "Maximum overhead as a share of its time "
            + "(default: ${DEFAULT-VALUE}).", defaultValue = "5")
    private double maxOverhead;

    @Option(names = "--call-cost", paramLabel = "NANOSECONDS", description = {
        "Overhead of measuring a call (default: as estimated in the results, plus 850 for Python functions)."})
    private double callCost = Double.NaN;

    @Option(names = {"-m", "--metric"}, paramLabel = "ID", description = "Time component to use (default: wall_clock, or the first "
            + "component that records time).")
    private @Nullable String metric;

    /** Refuses values that make no sense. */
    void check(CommandLine line) {
        percent(line, "--least-share", minShare);
        percent(line, "--most-overhead", maxOverhead);
        if (callCost < 0 || Double.isInfinite(callCost))
            throw new ParameterException(line, "--call-cost must be a number of nanoseconds, not " + callCost);
    }

    private static void percent(CommandLine line, String name, double value) {
        if (!(value >= 0 && value <= 100)) throw new ParameterException(line, name + " must be between 0 and 100, not " + value);
    }

    LearnedFile.Limits limits() {
        return new LearnedFile.Limits(minShare / 100, maxOverhead / 100);
    }

    /** What the results in {@code inputs} show together; each is a file, or a folder of which the last run counts. */
    FunctionEvidence evidence(List<Path> inputs, Consumer<String> notices) throws IOException {
        return evidence(inputs, metric, Double.isNaN(callCost) ? -1 : callCost, notices);
    }

    /** As {@link #evidence}, as the options are where none is given. */
    public static FunctionEvidence evidence(List<Path> inputs, @Nullable String metric, double callNanos, Consumer<String> notices)
            throws IOException {
        FunctionEvidence evidence = new FunctionEvidence();
        for (Path input : inputs) {
            List<Path> files = ResultFiles.filesOf(input, notices);
            evidence.add(timeOf(ResultFiles.readRun(files), metric, input), callNanos);
        }
        return evidence;
    }

    private static CallGraph timeOf(Results results, @Nullable String metric, Path input) throws IOException {
        CallGraph wall = results.get(metric == null ? "wall_clock" : metric);
        List<CallGraph> times = results.getGraphs().stream().filter(LearnOptions::isTime).toList();
        if (wall != null && isTime(wall)) return wall;
        if (metric == null && !times.isEmpty()) return times.get(0);
        String known = times.stream().map(graph -> graph.getType().getId()).collect(Collectors.joining(", "));
        throw new IOException(input + (metric == null ? ": no component in these results records time: measure wall_clock as well"
                : ": '" + metric + "' is not a time in these results: " + (known.isEmpty() ? "there are none" : known)));
    }

    private static boolean isTime(CallGraph graph) {
        return graph.getType().getQuantity() == Quantity.TIME;
    }
}
