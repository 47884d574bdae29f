package timemory.agent.record;

import java.util.HashMap;
import java.util.Map;
import kotlin.Pair;
import org.jspecify.annotations.Nullable;
import timemory.agent.option.AgentOptions;
import timemory.output.MetadataExtensions;
import timemory.output.RunFolderKt;
import timemory.results.CallGraph;
import timemory.results.Results;

/** Reports at the end what was sampled, and where. */
public final class SampleReport extends EndReport {
    private static final int FUNCTIONS_SHOWN = 12;

    /** The report of a program whose session has started. */
    public SampleReport(AgentOptions options) {
        super(options);
    }

    @Override
    String text(@Nullable Results results) {
        StringBuilder text = new StringBuilder();
        Map<String, String> facts = new HashMap<>();
        for (Pair<String, String> fact : MetadataExtensions.INSTANCE.all()) facts.put(fact.getFirst(), fact.getSecond());
        String engine = facts.get("SAMPLING_ENGINE");
        if (engine != null) {
            text.append(String.format("timemory: samples by %s: %s, one each %s%n", engine, facts.get("SAMPLES"),
                    facts.get("SAMPLING_PERIOD")));
        }
        boolean isEmpty = true;
        if (results != null) {
            for (CallGraph graph : results.getGraphs()) {
                if (!graph.getType().isSampled() || graph.getRoots().isEmpty()) continue;
                isEmpty = false;
                text.append(String.format("%n%s (%s)%n", graph.getType().getId(), graph.getType().getDescription()));
                HotFunctions.append(text, results, graph, FUNCTIONS_SHOWN, function -> "");
            }
        }
        if (isEmpty) text.append(String.format("timemory: no sample was taken%n"));
        String folder = RunFolderKt.lastRunFolder();
        if (folder != null)
            text.append(String.format("timemory: the stacks are in %s (run timemory report, or open report.html, to explore them)%n",
                    folder));
        return text.toString();
    }
}
