package timemory.tools;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import kotlin.text.Regex;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import timemory.results.CallGraph;
import timemory.export.ResultView;
import timemory.internal.platform.SystemEnvironment;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.tools.io.Notices;
import timemory.tools.io.Terminal;

/** Options that say which part of results is shown, in which order and units. */
public final class ViewOptions {

    private static final int MAX_PERCENTILES = 32;
    private static final int MAX_LABELS = 3;

    @Option(names = {"-s", "--sort"}, paramLabel = "COLUMN", description = "Sort siblings by total, self, mean, min, max, calls or label, "
            + "or by imbalance: what processes lose by waiting for the slowest.")
    private @Nullable String sort;

    @Option(names = {"-d", "--depth"}, paramLabel = "N", description = "Show only the outermost N levels.")
    private int depth = Integer.MAX_VALUE;

    @Option(names = {"-r", "--filter"}, paramLabel = "REGEX", description = "Show regions whose label matches, with their "
            + "parents and children.")
    private @Nullable String filter;

    @Option(names = "--hot-path", description = "Show only the hot path: at each level, the largest value.")
    private boolean hotPath;

    @Option(names = "--flat", description = "Combine regions with the same label, regardless of the caller.")
    private boolean flat;

    @Option(names = {"-m", "--metric"}, paramLabel = "IDS", split = ",", description = "Show only these components: wall_clock,peak_rss")
    private List<String> metrics = List.of();

    @Option(names = "--time-unit", paramLabel = "UNIT", description = "One unit for all times: nsec, usec, msec, sec, min or hr.")
    private String timeUnit = "";

    @Option(names = "--memory-unit", paramLabel = "UNIT", description = "One unit for all memory: B, KB, MB, GB or TB.")
    private String memoryUnit = "";

    public ResultView view(CommandLine line) {
        try {
            return new ResultView(sort == null ? null : sort.toLowerCase(Locale.ROOT), depth, filter == null ? null : new Regex(filter),
                    hotPath, flat);
        } catch (PatternSyntaxException failure) {
            throw new ParameterException(line, "--filter '" + filter + "' is not a regular expression: " + failure.getDescription());
        } catch (IllegalArgumentException exception) {
            throw new ParameterException(line, exception.getMessage());
        }
    }

    /**
     * Returns the part of {@code results} that the options ask for.
     *
     * @throws IOException with a message for users if no region matches the filter
     */
    public Results of(Results results, CommandLine line) throws IOException {
        Results wanted = ofMetrics(results, line);
        Results shown = view(line).of(wanted);
        requireMatch(wanted, shown);
        return shown;
    }

    /**
     * Fails if {@code shown}, the part of {@code all} that the options ask for, is empty because no region matches the filter.
     *
     * @throws IOException with a message for users
     */
    void requireMatch(Results all, Results shown) throws IOException {
        if (filter == null || !shown.getGraphs().isEmpty() || all.getGraphs().isEmpty()) {
            return;
        }
        Set<String> labels = new LinkedHashSet<>();
        for (CallGraph graph : all.getGraphs()) {
            graph.nodes().iterator().forEachRemaining(node -> labels.add(node.getLabel()));
        }
        String first =
                labels.stream().limit(MAX_LABELS).map(label -> "'" + Terminal.visible(label) + "'").collect(Collectors.joining(", "));
        throw new IOException("no region matches --filter '" + filter + "'; there " + (labels.size() == 1 ? "is " : "are ") + first
                + (labels.size() > MAX_LABELS ? " and " + (labels.size() - MAX_LABELS) + " more" : ""));
    }

    /** Receives sentences that are not part of a command's output. */
    Consumer<String> notices(CommandLine line) {
        return Notices.of(line);
    }

    /** Only the components asked for. */
    public Results ofMetrics(Results results, CommandLine line) {
        if (metrics.isEmpty()) {
            return results;
        }
        for (String id : metrics) {
            if (results.get(id) == null) {
                String known = results.getGraphs().stream().map(graph -> graph.getType().getId()).collect(Collectors.joining(", "));
                throw new ParameterException(line,
                        "there is no component '" + id + "' in these results, only " + (known.isEmpty() ? "none" : known));
            }
        }
        return results.only(metrics);
    }

    public Settings settings(Results results) {
        return settings(results, false);
    }

    /** @param tables whether the console gets a table for each component, whatever the environment says */
    Settings settings(Results results, boolean tables) {
        SettingsBuilder settings = new SettingsBuilder();
        if (tables) {
            settings.setConsole("tables");
        } else if (SystemEnvironment.variable("TIMEMORY_CONSOLE") == null) {
            settings.setConsole("tree");
        }
        if (!timeUnit.isEmpty()) {
            settings.setTimingUnits(timeUnit);
        }
        if (!memoryUnit.isEmpty()) {
            settings.setMemoryUnits(memoryUnit);
        }
        TreeSet<Double> percentiles = new TreeSet<>();
        for (CallGraph graph : results.getGraphs()) {
            percentiles.addAll(graph.getPercentiles());
        }
        // A file may name any number; more columns than this are of no use.
        while (percentiles.size() > MAX_PERCENTILES) {
            percentiles.pollLast();
        }
        if (!percentiles.isEmpty()) {
            settings.setPercentiles(percentiles.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        return Settings.load(settings);
    }
}
