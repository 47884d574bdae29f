package timemory.tools;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import kotlin.text.Regex;
import org.jspecify.annotations.Nullable;
import timemory.export.ResultView;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/**
 * Makes the rows of {@code timemory top} of results that are what was measured in an interval.
 *
 * @param order what siblings are sorted by
 * @param filter only regions in whose label it is found, and in a tree those around them and inside; {@code null} for all
 * @param isTree whether regions are below their callers; otherwise those with the same label are merged
 */
record TopRows(TopRow.Order order, @Nullable Pattern filter, boolean isTree) {

    /** Those of {@code component}, of which there may be nothing, in {@code results}, which were measured in {@code seconds}. */
    List<TopRow> of(Results results, String component, double seconds) {
        Results only = results.only(List.of(component));
        CallGraph graph = only.get(component);
        if (graph == null) {
            return List.of();
        }
        ThrottledLaps throttled = new ThrottledLaps(results);
        return isTree ? tree(only, throttled, component, seconds) : flat(only, throttled, graph, component, seconds);
    }

    private List<TopRow> flat(Results only, ThrottledLaps throttled, CallGraph graph, String component, double seconds) {
        Map<String, List<CallGraphNode>> places = new HashMap<>();
        graph.nodes().iterator().forEachRemaining(node -> places.computeIfAbsent(node.getLabel(), label -> new ArrayList<>()).add(node));
        CallGraph joined = new ResultView(null, Integer.MAX_VALUE, null, false, true).of(only).get(component);
        if (joined == null) {
            return List.of();
        }
        return joined.getRoots().stream()
                .filter(node -> filter == null || filter.matcher(node.getLabel()).find())
                .map(node -> TopRow.of(node, 0, places.getOrDefault(node.getLabel(), List.of()), addsUp(graph), seconds)
                        .with(throttled.of(node.getLabel()), seconds))
                .sorted(comparator())
                .toList();
    }

    private List<TopRow> tree(Results only, ThrottledLaps throttled, String component, double seconds) {
        Regex wanted = filter == null ? null : new Regex(filter);
        CallGraph shown = new ResultView(null, Integer.MAX_VALUE, wanted, false, false).of(only).get(component);
        List<TopRow> rows = new ArrayList<>();
        if (shown != null) {
            addBelow(shown, throttled, seconds, rows);
        }
        return rows;
    }

    private static boolean addsUp(CallGraph graph) {
        return graph.getType().getElementCount() > 0 && graph.getType().isAdditive(0);
    }

    /** By a list of what is to be done: a call graph may be as deep as its program's stack, or deeper. */
    private void addBelow(CallGraph graph, ThrottledLaps throttled, double seconds, List<TopRow> rows) {
        record Pending(CallGraphNode node, String path, TopRow row) {}

        List<Pending> pending = new ArrayList<>();
        List<CallGraphNode> siblings = graph.getRoots();
        int level = 0;
        String around = ThrottledLaps.OUTSIDE;
        while (true) {
            int at = level;
            String path = around;
            List<Pending> sorted = siblings.stream()
                    .map(node -> new Pending(node, ThrottledLaps.below(path, node),
                            TopRow.of(node, at, List.of(node), addsUp(graph), seconds)
                                    .with(throttled.at(ThrottledLaps.below(path, node)), seconds)))
                    .sorted(Comparator.comparing(Pending::row, comparator().reversed())).toList();
            pending.addAll(sorted);
            if (pending.isEmpty()) {
                return;
            }
            Pending next = pending.remove(pending.size() - 1);
            rows.add(next.row());
            around = next.path();
            siblings = next.node().getChildren();
            level = next.row().depth() + 1;
        }
    }

    private Comparator<TopRow> comparator() {
        return order.comparator.thenComparing(TopRow::label);
    }
}
