package timemory.agent.record;

import java.io.File;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.agent.option.Profile;
import timemory.agent.boot.Hooks;
import timemory.agent.option.AgentOptions;
import timemory.output.RunFolderKt;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/** Reports at the end what was measured, where the time went, and what is incomplete. */
public final class Report extends EndReport {
    private static final int FUNCTIONS_SHOWN = 12;
    private static final int FAILURES_SHOWN = 5;

    private final WovenFunctions woven;
    private final Map<String, String> failures;
    private final Sites sites;

    private final LateFunctions late;

    /** Where the session writes its files, {@code null} if it writes none. */
    private final @Nullable String outputPath;

    /** Functions nested deeper than this are not recorded. */
    private final int maxDepth;

    /**
     * Older files existed before: in milliseconds since 1970, rounded to a whole second, because some file systems have no better
     * resolution.
     */
    private final long begin = System.currentTimeMillis() / 1000L * 1000L;

    /**
     * The report of one measurement, whose session has started.
     *
     * @param woven information about functions, queried at the end
     * @param failures classes left unchanged, with the reason
     */
    public Report(AgentOptions options, WovenFunctions woven, Map<String, String> failures, Sites sites) {
        super(options);
        this.woven = woven;
        late = new LateFunctions(sites, woven);
        this.failures = failures;
        this.sites = sites;
        maxDepth = Timemory.getSettings().getMaxDepth();
        outputPath = Timemory.getSettings().getFileOutput() ? Timemory.getSettings().getOutputPath() : null;
    }

    /** What the program still does from here on, and what making the results does, is not measured. */
    @Override
    public void ending() {
        if (!isTold()) Hooks.on = false;
    }

    /** Makes the results of this process report which functions are not measured all the time. */
    public void announceIncompleteFunctions() {
        late.announce();
    }

    /** Returns where results are written, {@code null} for nowhere. */
    public @Nullable String outputPath() {
        return outputPath;
    }

    /** Whether something was written there, or nothing was to be. */
    public boolean isWritten() {
        if (outputPath == null) return true;
        // Settings may specify that folders are named after the time.
        return hasNewFile(new File(outputPath), 2);
    }

    /** Hand-written: to walk over files as a stream, Java generates classes when the program ends. */
    private boolean hasNewFile(File folder, int depth) {
        File[] files = folder.listFiles();
        if (files == null) return false;
        for (File file : files) {
            if (file.isFile() && file.lastModified() >= begin) return true;
            if (depth > 1 && file.isDirectory() && hasNewFile(file, depth - 1)) return true;
        }
        return false;
    }

    @Override
    String text(@Nullable Results results) {
        StringBuilder text = new StringBuilder();
        text.append("timemory: ").append(woven.text());
        text.append(results == null || results.getGraphs().isEmpty() ? "; none of them ran%n".formatted() : "%n".formatted());
        text.append(late.text());
        throttled(text);
        failures(text);
        if (results != null && !results.getGraphs().isEmpty()) {
            CallGraph graph = results.getGraphs().get(0);
            if (deepest(graph) + 1 >= maxDepth) {
                text.append(Plurals.text("timemory: calls nested deeper than %,d functions count in the functions that call "
                        + "them (--max-depth)%n", maxDepth));
            }
            if (options.profile != Profile.LINES)
                HotFunctions.append(text, results, FUNCTIONS_SHOWN, late::from);
            if (outputPath != null && isWritten()) {
                String folder = RunFolderKt.lastRunFolder();
                text.append(String.format("timemory: the call graph is in %s (run timemory report, or open report.html, to explore it)%n",
                        folder == null ? outputPath : folder));
            }
        }
        return text.toString();
    }

    private static int deepest(CallGraph graph) {
        int depth = -1;
        for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext();) depth = Math.max(depth, nodes.next().getDepth());
        return depth;
    }

    private void throttled(StringBuilder text) {
        List<Site> throttled = sites.all().stream().filter(Site::isThrottled).toList();
        if (throttled.isEmpty()) return;
        boolean isOne = throttled.size() == 1;
        text.append(Plurals.text("timemory: %,d %s called often and took little time, and %s no longer measured after a while "
                + "(--no-throttle measures %s)", throttled.size(), isOne ? "function was" : "functions were", isOne ? "was" : "were",
                isOne ? "it" : "them"));
        int left = woven.released();
        text.append(left == 0 ? ":%n".formatted() : Plurals.text("; the code of %,d was restored:%n", left));
        for (Site site : throttled.subList(0, Math.min(FAILURES_SHOWN, throttled.size()))) {
            text.append(String.format("    %s%n", site.label()));
        }
        int more = throttled.size() - FAILURES_SHOWN;
        if (more > 0) text.append(Plurals.text("    and %,d more%n", more));
    }

    private void failures(StringBuilder text) {
        if (failures.isEmpty()) return;
        text.append(Plurals.text("timemory: %,d classes or functions could not be woven and were left unchanged:%n",
                failures.size()));
        failures.entrySet().stream().limit(FAILURES_SHOWN).forEach(
                failure -> text.append(String.format("    %s: %s%n", failure.getKey(), failure.getValue())));
        int more = failures.size() - FAILURES_SHOWN;
        if (more > 0) text.append(Plurals.text("    and %,d more%n", more));
    }
}
