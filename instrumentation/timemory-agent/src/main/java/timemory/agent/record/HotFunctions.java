package timemory.agent.record;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.Quantity;
import timemory.export.ResultView;
import timemory.output.ReadableValueKt;
import timemory.results.Results;

/**
 * The functions with the largest exclusive values of the first component, summed over their callers: a table for the console.
 *
 * <p>A function's own value is the sum of the exclusive values of its nodes. Its inclusive value is the sum over those of its nodes that
 * are not inside another one of its own: in a recursion they would be counted again. Work that ran concurrently with such a node, on
 * another thread, is not inside it.
 *
 * <p>For functions that suspend, their active time counts. Their wall time continues while they wait, forever if they are never resumed,
 * and would hide where the program spent its time.
 */
final class HotFunctions {
    private final Map<String, Function> functions = new HashMap<>();
    private final Set<String> suspending = new HashSet<>();

    private static final class Function {
        long laps;
        double exclusive;
        double inclusive;
    }

    private HotFunctions() {}

    /** @param remark a note on the function, empty for none */
    static void append(StringBuilder text, Results results, int most, UnaryOperator<String> remark) {
        append(text, results, results.getGraphs().get(0), most, remark);
    }

    /** The same, for the component of {@code graph}. */
    static void append(StringBuilder text, Results results, CallGraph graph, int most, UnaryOperator<String> remark) {
        HotFunctions hot = new HotFunctions();
        CallGraph active = graph.getType().getId().equals("wall_clock") ? results.get("active_time") : null;
        if (active != null) hot.forEach(active, hot::addActive);
        hot.forEach(graph, hot::add);
        Results joined = new ResultView(null, Integer.MAX_VALUE, null, false, true).of(results);
        hot.addTotals(joined.get(graph.getType()), active == null ? null : joined.get(active.getType()));
        hot.append(text, graph, most, remark);
    }

    private void append(StringBuilder text, CallGraph graph, int most, UnaryOperator<String> remark) {
        for (Function function : functions.values()) function.exclusive = Math.max(0, function.exclusive);
        double all = functions.values().stream().mapToDouble(function -> function.exclusive).sum();
        List<Map.Entry<String, Function>> hottest = functions.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparingDouble((Function function) -> -function.exclusive)))
                .limit(most)
                .toList();
        Quantity quantity = graph.getType().getQuantity();
        String laps = graph.getType().getId().endsWith("samples") ? "samples" : "calls";
        text.append(String.format("%n%9s %8s %9s %9s  %s%n", "self", "", "total", laps, "function"));
        for (Map.Entry<String, Function> entry : hottest) {
            Function function = entry.getValue();
            String said = remark.apply(entry.getKey());
            text.append(Plurals.text("%9s %6.1f %% %9s %9s  %s%s%n", ReadableValueKt.readable(function.exclusive, quantity, ""),
                    all == 0 ? 0 : function.exclusive / all * 100, ReadableValueKt.readable(function.inclusive, quantity, ""),
                    ReadableValueKt.readable(function.laps, Quantity.COUNT, ""), entry.getKey(), said.isEmpty() ? "" : " (" + said + ")"));
        }
        text.append(String.format("%n"));
    }

    /** Runs {@code action} for each node. Without recursion, because graphs may be deep. */
    private void forEach(CallGraph graph, Consumer<CallGraphNode> action) {
        Deque<Iterator<CallGraphNode>> pending = new ArrayDeque<>();
        pending.push(graph.getRoots().iterator());
        while (!pending.isEmpty()) {
            if (pending.peek().hasNext()) {
                CallGraphNode node = pending.peek().next();
                action.accept(node);
                pending.push(node.getChildren().iterator());
            } else {
                pending.pop();
            }
        }
    }

    /** Adds the inclusive values of functions, from graphs in which the nodes of each are {@code joined}. */
    private void addTotals(@Nullable CallGraph joined, @Nullable CallGraph joinedActive) {
        if (joined == null) return;
        for (CallGraphNode node : joined.getRoots()) {
            if (!suspending.contains(node.getLabel())) functionOf(node).inclusive = node.getInclusive().sum(0);
        }
        if (joinedActive == null) return;
        for (CallGraphNode node : joinedActive.getRoots()) functionOf(node).inclusive = node.getInclusive().sum(0);
    }

    private Function functionOf(CallGraphNode node) {
        return functions.computeIfAbsent(node.getLabel(), label -> new Function());
    }

    /** Adds a suspending function, from the graph of active times, which contains only those. */
    private void addActive(CallGraphNode node) {
        Function function = functionOf(node);
        suspending.add(node.getLabel());
        function.exclusive += Math.max(0, node.exclusive(0));
    }

    private void add(CallGraphNode node) {
        Function function = functionOf(node);
        function.laps += node.getInclusive().getLaps();
        if (!suspending.contains(node.getLabel())) {
            function.exclusive += Math.max(0, node.exclusive(0));
            return;
        }
        // Non-suspending functions that it calls are not in the graph of active times.
        for (CallGraphNode child : node.getChildren()) {
            if (!child.isConcurrent() && !suspending.contains(child.getLabel())) function.exclusive -= child.getInclusive().sum(0);
        }
    }
}
