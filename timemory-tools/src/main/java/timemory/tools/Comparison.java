package timemory.tools;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.statistics.Statistics;

/**
 * What changed between two call graphs of one component: nodes with equal paths are compared.
 *
 * <p>Whether a change of the mean lap is more than chance, Welch's t-test says, from the count, mean and variance of the laps on both
 * sides: a difference counts as significant where, if there were none, one as large would be seen in less than five of a hundred
 * comparisons. With a single lap on a side nothing can be said.
 */
final class Comparison {

    /** How a node changed. */
    enum Kind {
        CHANGED,
        ADDED,
        REMOVED
    }

    /**
     * One node.
     *
     * @param before and {@code after} sums in raw units
     * @param lapsBefore and {@code lapsAfter} how many laps, -1 where a file does not say
     * @param significance the probability of such a difference by chance alone; not a number where it cannot be told
     */
    record Line(Kind kind, String label, int depth, double before, double after, long lapsBefore, long lapsAfter, double significance) {

        double change() {
            return after - before;
        }

        /** In parts of the value before; not finite where that was nothing. */
        double relativeChange() {
            return before == 0.0 ? (after == 0.0 ? 0.0 : Double.POSITIVE_INFINITY * Math.signum(after))
                    : (after - before) / Math.abs(before);
        }

        /** Whether it is not known how likely the change is by chance. */
        boolean mayBeChance() {
            return Double.isNaN(significance);
        }

        boolean isSignificant() {
            return significance < LEVEL;
        }
    }

    static final double LEVEL = 0.05;

    /** The number of laps where a file does not say it. */
    static final long UNKNOWN = -1;

    private final List<Line> lines = new ArrayList<>();

    Comparison(CallGraph before, CallGraph after) {
        compare(before == null ? List.of() : before.getRoots(), after == null ? List.of() : after.getRoots());
    }

    List<Line> lines() {
        return lines;
    }

    private record Pair(CallGraphNode before, CallGraphNode after) {}

    /** Without recursion: regions may be nested more deeply than the stack of a thread reaches. */
    private void compare(List<CallGraphNode> before, List<CallGraphNode> after) {
        List<Pair> pending = new ArrayList<>();
        push(before, after, pending);
        while (!pending.isEmpty()) {
            Pair pair = pending.remove(pending.size() - 1);
            lines.add(line(pair));
            push(children(pair.before()), children(pair.after()), pending);
        }
    }

    private static List<CallGraphNode> children(CallGraphNode node) {
        return node == null ? List.of() : node.getChildren();
    }

    private static void push(List<CallGraphNode> before, List<CallGraphNode> after, List<Pair> pending) {
        Map<String, List<CallGraphNode>> byLabel = new HashMap<>();
        for (CallGraphNode node : before) {
            byLabel.computeIfAbsent(node.getLabel(), none -> new ArrayList<>()).add(node);
        }
        List<Pair> pairs = new ArrayList<>();
        Set<CallGraphNode> met = new HashSet<>();
        Map<String, Integer> turns = new HashMap<>();
        for (CallGraphNode node : after) {
            int turn = turns.merge(node.getLabel(), 1, Integer::sum) - 1;
            List<CallGraphNode> same = byLabel.getOrDefault(node.getLabel(), List.of());
            CallGraphNode partner = turn < same.size() ? same.get(turn) : null;
            met.add(partner);
            pairs.add(new Pair(partner, node));
        }
        for (CallGraphNode node : before) {
            if (!met.contains(node)) {
                pairs.add(new Pair(node, null));
            }
        }
        for (int i = pairs.size() - 1; i >= 0; i--) {
            pending.add(pairs.get(i));
        }
    }

    private static Line line(Pair pair) {
        CallGraphNode any = pair.after() == null ? pair.before() : pair.after();
        Kind kind = pair.before() == null ? Kind.ADDED : pair.after() == null ? Kind.REMOVED : Kind.CHANGED;
        return new Line(
                kind,
                any.getLabel(),
                any.getDepth(),
                pair.before() == null ? 0.0 : pair.before().getInclusive().getSum(),
                pair.after() == null ? 0.0 : pair.after().getInclusive().getSum(),
                laps(pair.before()),
                laps(pair.after()),
                kind == Kind.CHANGED ? significance(pair) : Double.NaN);
    }

    /** Where it is not known how many laps there were, neither is their mean. */
    private static long laps(CallGraphNode node) {
        if (node == null) {
            return 0;
        }
        List<Statistics> statistics = node.getInclusive().getStatistics();
        boolean isUnknown = !statistics.isEmpty() && Double.isNaN(statistics.get(0).getMean()) && !Double.isNaN(statistics.get(0).getSum());
        return isUnknown ? UNKNOWN : node.getInclusive().getLaps();
    }

    private static double significance(Pair pair) {
        List<Statistics> before = pair.before().getInclusive().getStatistics();
        List<Statistics> after = pair.after().getInclusive().getStatistics();
        return before.isEmpty() || after.isEmpty() ? Double.NaN : Welch.probability(before.get(0), after.get(0));
    }
}
