package timemory.tools.read;

import java.util.LinkedHashMap;
import java.util.Map;
import timemory.CallGraphNode;
import timemory.GraphBuilder;

/** Regions of which a file tells what each took itself: what they took with all inside follows when everything is read. */
final class ExclusiveTree {

    private final GraphBuilder graph;
    private final Map<CallGraphNode, double[]> own = new LinkedHashMap<>();
    private final Map<CallGraphNode, CallGraphNode> parents = new LinkedHashMap<>();

    ExclusiveTree(GraphBuilder graph) {
        this.graph = graph;
    }

    CallGraphNode node(CallGraphNode parent, String label) {
        CallGraphNode node = graph.node(parent, label);
        if (own.putIfAbsent(node, new double[2]) == null) {
            parents.put(node, parent);
        }
        return node;
    }

    /** Adds what {@code node} took itself, in raw units. */
    void add(CallGraphNode node, double value, long laps) {
        double[] so = own.get(node);
        so[0] += value;
        so[1] += laps;
    }

    /** Hands everything on to the graph. */
    void finish() {
        Map<CallGraphNode, Double> whole = new LinkedHashMap<>();
        var nodes = own.keySet().toArray(CallGraphNode[]::new);
        for (int i = nodes.length - 1; i >= 0; i--) {
            double sum = whole.merge(nodes[i], own.get(nodes[i])[0], Double::sum);
            CallGraphNode parent = parents.get(nodes[i]);
            if (parent != null) {
                whole.merge(parent, sum, Double::sum);
            }
        }
        for (CallGraphNode node : nodes) {
            Profiles.record(graph, node, Math.max(1, (long) own.get(node)[1]), whole.get(node));
        }
    }
}
