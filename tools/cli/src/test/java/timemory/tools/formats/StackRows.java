package timemory.tools.formats;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/**
 * Frames as profiles are to have them: what ran concurrently stands apart, below the regions around it with {@code (concurrent)} behind
 * their names, so that each frame is as wide as its region's value. Rows of what adds up.
 */
final class StackRows {

    private final List<Row> rows = new ArrayList<>();

    private StackRows() {}

    private record Place(CallGraphNode node, List<String> around) {}

    static List<Row> of(Results results) {
        StackRows all = new StackRows();
        for (CallGraph graph : results.getGraphs()) {
            int elements = graph.getType().getElements().isEmpty() ? 1 : graph.getType().getElements().size();
            for (int i = 0; i < elements; i++) {
                String metric = Row.metric(graph.getType(), i);
                if (Row.isAdditive(results, metric)) {
                    all.add(graph, i, metric);
                }
            }
        }
        return all.rows;
    }

    private void add(CallGraph graph, int element, String metric) {
        Deque<Place> apart = new ArrayDeque<>();
        for (CallGraphNode root : graph.getRoots()) {
            walk(new Place(root, List.of()), element, metric, apart);
        }
        while (!apart.isEmpty()) {
            Place place = apart.removeFirst();
            for (int i = 0; i < place.around.size(); i++) {
                rows.add(new Row(metric, i, place.around.get(i) + " (concurrent)", 0, 0, 0));
            }
            walk(place, element, metric, apart);
        }
    }

    private void walk(Place top, int element, String metric, Deque<Place> apart) {
        Deque<Place> pending = new ArrayDeque<>(List.of(top));
        while (!pending.isEmpty()) {
            Place place = pending.pop();
            CallGraphNode node = place.node;
            rows.add(new Row(metric, node.getDepth(), node.getLabel(), node.getInclusive().getLaps(), node.getInclusive().sum(element),
                    node.exclusive(element)));
            List<String> around = node.getChildren().isEmpty() ? List.of() : new ArrayList<>(place.around);
            if (!node.getChildren().isEmpty()) {
                around.add(node.getLabel());
            }
            List<CallGraphNode> children = new ArrayList<>(node.getChildren());
            for (CallGraphNode child : children) {
                if (child.isConcurrent()) {
                    apart.add(new Place(child, around));
                }
            }
            for (int i = children.size() - 1; i >= 0; i--) {
                if (!children.get(i).isConcurrent()) {
                    pending.push(new Place(children.get(i), around));
                }
            }
        }
    }

    /** The whole paths of {@code rows}, each with its laps and its value. */
    static List<String> paths(List<Row> rows) {
        return byPath(rows).stream().map(row -> row.label().replace('\u0001', '/') + " " + row.laps() + " " + row.inclusive()).toList();
    }

    /** {@code rows} by their whole paths, in an order that only depends on them. */
    static List<Row> byPath(List<Row> rows) {
        List<String> path = new ArrayList<>();
        List<Row> named = new ArrayList<>();
        for (Row row : rows) {
            path.subList(Math.min(path.size(), row.depth()), path.size()).clear();
            path.add(row.label());
            named.add(row.labelled(String.join("\u0001", path)));
        }
        named.sort(Comparator.comparing((Row row) -> row.metric()).thenComparing(Row::label));
        return named;
    }
}
