package timemory.test;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

/** Runs sample tests with JUnit, and shows their outcomes. */
final class Kit {

    private Kit() {}

    /** Returns settings without any output. */
    static SettingsBuilder silent() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        return settings;
    }

    static EngineExecutionResults run(Class<?>... samples) {
        return builder(samples).execute();
    }

    static EngineExecutionResults runParallel(int threads, Class<?>... samples) {
        return builder(samples)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "" + threads)
                .execute();
    }

    private static EngineTestKit.Builder builder(Class<?>... samples) {
        EngineTestKit.Builder builder = EngineTestKit.engine("junit-jupiter");
        Stream.of(samples).forEach(sample -> builder.selectors(selectClass(sample)));
        return builder;
    }

    /** Returns what the samples recorded in a session of this call, without output. */
    static Results measured(Class<?>... samples) {
        Timemory.init(silent());
        EngineExecutionResults events = run(samples);
        Results results = Timemory.finalize();
        events.testEvents().assertStatistics(statistics -> statistics.failed(0).aborted(0));
        return results;
    }

    /** Returns a line for each region that {@link Steps} measured: depth, label, laps and steps; siblings by label. */
    static List<String> graph(Results results) {
        CallGraph graph = results.get(Steps.TYPE);
        if (graph == null) {
            return List.of();
        }
        return graph.getRoots().stream().sorted((a, b) -> a.getLabel().compareTo(b.getLabel())).flatMap(Kit::lines)
                .collect(Collectors.toList());
    }

    private static Stream<String> lines(CallGraphNode node) {
        String line = "  ".repeat(node.getDepth()) + node.getLabel() + " " + node.getInclusive().getLaps() + " "
                + node.getInclusive().getExactSum();
        return Stream.concat(Stream.of(line),
                node.getChildren().stream().sorted((a, b) -> a.getLabel().compareTo(b.getLabel())).flatMap(Kit::lines));
    }

    /** Returns the values of report entries under {@code key}, in order. */
    static List<String> entries(EngineExecutionResults results, String key) {
        return results.allEvents().reportingEntryPublished().stream()
                .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
                .filter(pairs -> pairs.containsKey(key))
                .map(pairs -> pairs.get(key))
                .collect(Collectors.toList());
    }
}
