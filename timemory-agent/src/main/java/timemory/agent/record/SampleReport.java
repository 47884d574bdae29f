package timemory.agent.record;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import timemory.agent.option.AgentOptions;
import timemory.output.FurtherFacts;
import timemory.output.RunFolderKt;
import timemory.results.CallGraph;
import timemory.results.Results;
import timemory.results.ResultsListener;

/** Tells at the end what was sampled, and where. */
public final class SampleReport implements ResultsListener {
    private static final int FUNCTIONS_SHOWN = 12;

    private final AgentOptions options;
    private boolean isTold;

    /** A report of a program whose session has begun. */
    public SampleReport(AgentOptions options) {
        this.options = options;
    }

    @Override
    public void ending() {}

    @Override
    public void finalized(Results results) {
        if (isTold) return;
        isTold = true;
        if (!options.report && options.reportFile == null) return;
        String text = text(results);
        if (options.report) System.err.print(text);
        if (options.reportFile == null) return;
        try {
            Files.writeString(options.reportFile, text);
        } catch (IOException failure) {
            System.err.println("timemory: cannot write " + options.reportFile + ": " + failure.getMessage());
        }
    }

    private static String text(Results results) {
        StringBuilder text = new StringBuilder();
        Map<String, String> facts = FurtherFacts.facts == null ? Map.of() : FurtherFacts.facts.invoke();
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
            text.append(String.format("timemory: the stacks are in %s (timemory report shows them, report.html is to look at)%n", folder));
        return text.toString();
    }
}
