package timemory.spring;

import java.util.List;
import java.util.TreeSet;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/** What a test measured, in the form {@code request > GET /orders/{id} 3}. */
public final class RegionPaths {
    private RegionPaths() {}

    /** Returns the paths of all nodes of {@code component} with their laps, in a deterministic order. */
    public static List<String> of(Results results, String component) {
        TreeSet<String> paths = new TreeSet<>();
        CallGraph graph = results.get(component);
        if (graph != null) for (CallGraphNode root : graph.getRoots()) add(root, "", paths);
        return List.copyOf(paths);
    }

    private static void add(CallGraphNode node, String above, TreeSet<String> paths) {
        String path = above + node.getLabel();
        paths.add(path + " " + node.getInclusive().getLaps());
        for (CallGraphNode child : node.getChildren()) add(child, path + " > ", paths);
    }
}
