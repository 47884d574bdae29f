package timemory.spark;

import java.util.ArrayList;
import java.util.List;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/** Finds nodes by labels, in which {@code *} matches anything. */
public final class Nodes {
    private Nodes() {}

    /** Returns all nodes at {@code path}. */
    public static List<CallGraphNode> all(Results results, String component, String... path) {
        CallGraph graph = results.get(component);
        List<CallGraphNode> found = graph == null ? List.of() : graph.getRoots();
        for (int depth = 0; depth < path.length; depth++) {
            String label = path[depth];
            List<CallGraphNode> matching = found.stream().filter(node -> matches(node.getLabel(), label)).toList();
            if (depth == path.length - 1) return matching;
            found = new ArrayList<>();
            for (CallGraphNode node : matching) {
                found.addAll(node.getChildren());
            }
        }
        return found;
    }

    private static boolean matches(String label, String pattern) {
        int star = pattern.indexOf('*');
        if (star < 0) return label.equals(pattern);
        return label.startsWith(pattern.substring(0, star)) && label.endsWith(pattern.substring(star + 1));
    }

    /** Returns the only node at {@code path}; {@code null} if there is none. */
    public static CallGraphNode of(Results results, String component, String... path) {
        List<CallGraphNode> found = all(results, component, path);
        if (found.size() > 1) throw new AssertionError(found.size() + " nodes at " + String.join("/", path));
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the total laps of all nodes at {@code path}. */
    public static long laps(Results results, String... path) {
        return all(results, "wall_clock", path).stream().mapToLong(node -> node.getInclusive().getLaps()).sum();
    }

    /** Returns how many tasks of {@code kind} the stages at {@code path} had. */
    public static long tasks(Results results, String kind, String... path) {
        return all(results, kind, path).stream().mapToLong(node -> node.getInclusive().getExactSum()).sum();
    }
}
