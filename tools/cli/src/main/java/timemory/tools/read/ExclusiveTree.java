package timemory.tools.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;

/** Regions of which a file tells what each took itself: what they took with all inside follows when everything is read. */
final class ExclusiveTree {

    private final GraphBuilder graph;

    /** What each took itself, and its laps. */
    private final Map<CallGraphNode, double[]> own = new LinkedHashMap<>();

    private final Map<CallGraphNode, @Nullable CallGraphNode> parents = new LinkedHashMap<>();

    ExclusiveTree(GraphBuilder graph) {
        this.graph = graph;
    }

    /** The node at the end of a stack, whose frames are named as our writers do. */
    CallGraphNode node(List<String> names) {
        ConcurrentFrames frames = ConcurrentFrames.of(names);
        // The outermost one runs beside none.
        CallGraphNode node = node(null, frames.labels().get(0));
        for (int i = 1; i < frames.labels().size(); i++) {
            node = node(node, frames.labels().get(i));
            if (i == frames.concurrent()) {
                runsBeside(node);
            }
        }
        return node;
    }

    /** Notes that {@code node} ran concurrently with its parent, and is not part of the parent's value. */
    void runsBeside(CallGraphNode node) {
        if (parents.put(node, null) != null) {
            graph.note(node, List.of(), true, 0.0);
        }
    }

    CallGraphNode node(@Nullable CallGraphNode parent, String label) {
        CallGraphNode node = graph.node(parent, label);
        if (own.putIfAbsent(node, new double[2]) == null) {
            parents.put(node, parent);
        }
        return node;
    }

    /** Adds what {@code node} took itself, in raw units. */
    void add(CallGraphNode node, double value, long laps) {
        double[] so = own(node);
        so[0] += value;
        so[1] += laps;
    }

    /** Adds a value from a file without lap counts. */
    void add(CallGraphNode node, double value) {
        own(node)[0] += value;
    }

    private double[] own(CallGraphNode node) {
        return Objects.requireNonNull(own.get(node), "a node of another tree");
    }

    /** Hands everything on to the graph. */
    void finish() {
        Map<CallGraphNode, Double> whole = new LinkedHashMap<>();
        var nodes = own.keySet().toArray(CallGraphNode[]::new);
        for (int i = nodes.length - 1; i >= 0; i--) {
            double sum = whole.merge(nodes[i], own(nodes[i])[0], Double::sum);
            CallGraphNode parent = parents.get(nodes[i]);
            if (parent != null) {
                whole.merge(parent, sum, Double::sum);
            }
        }
        for (CallGraphNode node : nodes) {
            long laps = Profiles.laps(own(node)[1]);
            Profiles.record(graph, node, laps == 0 ? Profiles.UNKNOWN : laps, whole.getOrDefault(node, 0.0));
        }
    }
}
