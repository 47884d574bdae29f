package timemory.tools.learn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;

/**
 * What results show of each function: how often it was called, how long it took with what it called, and how long measuring it did.
 *
 * <p>Of a function that calls itself the outermost call counts, as the inner ones are in it. What a call costs is what the results estimate,
 * spread over all laps, unless it is given: that estimate is of the library alone, and not of what leads to it.
 */
public final class FunctionEvidence {

    /** The name of a called function, without its line, which changes with the file. */
    private static final Pattern PLACE = Pattern.compile(" \\[(?:[^\\[\\] ]+\\.\\w+(?::\\d+)?|\\d+)]$");
    private static final Pattern PLACE_IN_PYTHON = Pattern.compile("(@[^@]+\\.py):\\d+$");

    private static final Pattern OF_PYTHON = Pattern.compile(".*@[^@]+\\.py");

    /** What the profiler of Python takes for a call beside the library, in nanoseconds: docs/python.md has it. */
    private static final double PYTHON_NANOS = 850;

    /** A function, all of its calls together. Times are in nanoseconds. */
    public static final class Function {
        final String name;
        long calls;
        double inclusive;
        double cost;

        private Function(String name) {
            this.name = name;
        }

        /** Which part of {@code total} it takes. */
        double share(double total) {
            return total > 0 ? inclusive / total : 0;
        }

        /** Which part of its time measuring takes. */
        double overhead() {
            return inclusive > 0 ? Math.min(1, cost / inclusive) : 1;
        }
    }

    private final Map<String, Function> functions = new HashMap<>();
    private double total;
    private int unwritable;

    /** @param callNanos what a measured call costs, negative where the results are to be asked */
    public void add(CallGraph graph, double callNanos) {
        double estimated = estimate(graph);
        Map<String, Integer> open = new HashMap<>();
        for (CallGraphNode root : graph.getRoots()) {
            total += root.getInclusive().getSum();
            add(root, open, callNanos, estimated);
        }
    }

    /** Without recursion in Java: call graphs are as deep as programs recurse. */
    private void add(CallGraphNode root, Map<String, Integer> open, double callNanos, double estimated) {
        Deque<CallGraphNode> pending = new ArrayDeque<>(List.of(root));
        Deque<CallGraphNode> entered = new ArrayDeque<>();
        while (!pending.isEmpty()) {
            CallGraphNode node = pending.peek();
            if (node == entered.peek()) {
                pending.pop();
                entered.pop();
                open.merge(nameOf(node), -1, Integer::sum);
                continue;
            }
            entered.push(node);
            note(node, open.merge(nameOf(node), 1, Integer::sum) == 1, callNanos, estimated);
            for (CallGraphNode child : node.getChildren()) pending.push(child);
        }
    }

    private void note(CallGraphNode node, boolean isOutermost, double callNanos, double estimated) {
        long laps = node.getInclusive().getLaps();
        if (laps == 0) return; // samples, and regions that hold others alone
        String name = nameOf(node);
        if (name.chars().anyMatch(character -> character < ' ')) {
            unwritable++;
            return;
        }
        Function function = functions.computeIfAbsent(name, Function::new);
        function.calls += laps;
        if (isOutermost) function.inclusive += node.getInclusive().getSum();
        double cost = callNanos >= 0 ? callNanos : estimated + (OF_PYTHON.matcher(name).matches() ? PYTHON_NANOS : 0);
        function.cost += laps * cost;
    }

    private static String nameOf(CallGraphNode node) {
        return PLACE_IN_PYTHON.matcher(PLACE.matcher(node.getLabel()).replaceFirst("")).replaceFirst("$1");
    }

    /** What a lap costs by the overhead of all of them. */
    private static double estimate(CallGraph graph) {
        double overhead = 0;
        double laps = 0;
        Deque<CallGraphNode> pending = new ArrayDeque<>();
        for (CallGraphNode root : graph.getRoots()) {
            overhead += root.getInstrumentation();
            pending.push(root);
        }
        while (!pending.isEmpty()) {
            CallGraphNode node = pending.pop();
            laps += node.getInclusive().getLaps();
            node.getChildren().forEach(pending::push);
        }
        return laps > 0 ? overhead / laps : 0;
    }

    /** All time that was measured, in nanoseconds: of several threads that of each. */
    double total() {
        return total;
    }

    /** How many regions have a name that no line of text can have. */
    int unwritable() {
        return unwritable;
    }

    /** Returns the functions, most expensive first. */
    List<Function> functions() {
        List<Function> all = new ArrayList<>(functions.values());
        all.sort(Comparator.comparingDouble((Function function) -> -function.inclusive).thenComparing(function -> function.name));
        return all;
    }
}
