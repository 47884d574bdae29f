package timemory.tools;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/** How many laps were counted and not measured in results, by the label of their region, and by its path, with all around it, as well. */
final class ThrottledLaps {

    /** The path of what is in no region. */
    static final String OUTSIDE = "";

    private record Place(CallGraphNode node, String path) {}

    private final Map<String, Double> byLabel = new HashMap<>();
    private final Map<String, Double> byPath = new HashMap<>();

    ThrottledLaps(Results results) {
        CallGraph graph = results.get("throttled_laps");
        List<Place> pending = new ArrayList<>();
        if (graph != null) {
            graph.getRoots().forEach(node -> pending.add(new Place(node, below(OUTSIDE, node))));
        }
        while (!pending.isEmpty()) {
            Place place = pending.remove(pending.size() - 1);
            byLabel.merge(place.node().getLabel(), place.node().exclusive(0), Double::sum);
            byPath.merge(place.path(), place.node().exclusive(0), Double::sum);
            place.node().getChildren().forEach(child -> pending.add(new Place(child, below(place.path(), child))));
        }
    }

    static String below(String path, CallGraphNode node) {
        return path + '\0' + node.getLabel();
    }

    double of(String label) {
        return byLabel.getOrDefault(label, 0.0);
    }

    double at(String path) {
        return byPath.getOrDefault(path, 0.0);
    }
}
