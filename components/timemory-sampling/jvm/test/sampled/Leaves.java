package sampled;

import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/**
 * Functions that are each called in one region only, so that the stack of a sample shows its true region, which the results are checked
 * against.
 */
public final class Leaves {
    private static volatile double sink;

    private Leaves() {}

    /** Called only in regions "a". */
    public static void alpha(int rounds) {
        double x = 1;
        for (int i = 0; i < rounds; i++) {
            x += Math.sqrt(x + i);
        }
        sink = x;
    }

    /** Called only in regions "b". */
    public static void beta(int rounds) {
        double x = 1;
        for (int i = 0; i < rounds; i++) {
            x += Math.sqrt(x * i + 1);
        }
        sink = x;
    }

    /** Called only in regions "c". */
    public static void gamma(int rounds) {
        double x = 1;
        for (int i = 0; i < rounds; i++) {
            x += Math.sqrt(x - i * 0.5 + rounds);
        }
        sink = x;
    }

    /** Prints how many samples of these functions are in their region and elsewhere, and what else the test checks. */
    public static void print(Results results) {
        long[] counts = counts(results);
        CallGraph graph = results.get("cpu_samples");
        if (graph != null) {
            System.out.println("all=" + graph.getRoots().stream().mapToLong(root -> root.getInclusive().getLaps()).sum());
        }
        CallGraph wall = results.get("wall_samples");
        System.out.println("wall=" + (wall == null ? 0 : wall.getRoots().stream().mapToLong(root -> root.getInclusive().getLaps()).sum()));
        System.out.println("right=" + counts[0]);
        System.out.println("wrong=" + counts[1]);
        System.out.println("self=" + counts[2]);
        System.out.println("problems=" + results.getProblems());
    }

    /** Returns how many samples of these functions are in the right region, and how many elsewhere. */
    static long[] counts(Results results) {
        long[] counts = new long[3];
        CallGraph graph = results.get("cpu_samples");
        if (graph != null) graph.getRoots().forEach(root -> count(root, "", counts));
        return counts;
    }

    private static void count(CallGraphNode node, String around, long[] counts) {
        String label = node.getLabel();
        String region = label.startsWith("~") ? around : label;
        String wanted = label.equals("~sampled.Leaves.alpha") ? "a"
                : label.equals("~sampled.Leaves.beta") ? "b" : label.equals("~sampled.Leaves.gamma") ? "c" : null;
        if (wanted != null) {
            counts[wanted.equals(region) ? 0 : 1] += node.getInclusive().getLaps();
        }
        long inside = 0;
        for (CallGraphNode child : node.getChildren()) {
            inside += child.getInclusive().getLaps();
            count(child, region, counts);
        }
        counts[2] += node.getInclusive().getLaps() - inside;
    }
}
