package timemory.tools;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.statistics.Statistics;

/**
 * What changed between call graphs of one component, of one or several runs on each side: nodes with equal paths are compared.
 *
 * <p>Sum, mean lap and number of laps have a test each ({@link Welch}). With several runs on a side its numbers are those of the runs, so that the
 * noise between runs counts. With one run on each side they are those of the laps, which rarely are as independent as the test takes
 * them.
 */
final class Comparison {

    /** How a node changed. */
    enum Kind {
        CHANGED,
        ADDED,
        REMOVED
    }

    /**
     * A number before and after.
     *
     * @param before the mean of the runs, in raw units; NaN if a file does not say it
     * @param probability that such a difference comes about by chance alone; NaN if that cannot be computed
     */
    record Difference(double before, double after, double probability) {

        double change() {
            return after - before;
        }

        /** In parts of the value before; infinite if that is 0. */
        double relative() {
            return before == 0.0 ? (after == 0.0 ? 0.0 : Double.POSITIVE_INFINITY * Math.signum(after))
                    : (after - before) / Math.abs(before);
        }
    }

    /** One node. */
    record Line(Kind kind, String label, int depth, Difference sum, Difference mean, Difference laps) {}

    static final double LEVEL = 0.05;

    private final List<Line> lines = new ArrayList<>();
    private final boolean isAdditive;

    /** Of each run on each side; {@code null} for a run without the component. */
    Comparison(List<@Nullable CallGraph> before, List<@Nullable CallGraph> after) {
        isAdditive = Stream.concat(before.stream(), after.stream()).filter(Objects::nonNull).allMatch(it -> it.getType().isAdditive(0));
        compare(before, after);
    }

    List<Line> lines() {
        return lines;
    }

    /** The nodes of one path in the runs of both sides; {@code null} for a run that lacks it. */
    private record Place(@Nullable CallGraphNode[] before, @Nullable CallGraphNode[] after) {

        CallGraphNode any() {
            return Stream.concat(Arrays.stream(after), Arrays.stream(before)).filter(Objects::nonNull).findFirst().orElseThrow();
        }

        Kind kind() {
            return isNowhere(before) ? Kind.ADDED : isNowhere(after) ? Kind.REMOVED : Kind.CHANGED;
        }

        private static boolean isNowhere(@Nullable CallGraphNode[] nodes) {
            return Arrays.stream(nodes).allMatch(Objects::isNull);
        }
    }

    /** The n-th of siblings with one label. */
    private record Turn(String label, int number) {}

    /** Without recursion: regions may be nested more deeply than the stack of a thread reaches. */
    private void compare(List<@Nullable CallGraph> before, List<@Nullable CallGraph> after) {
        Deque<Place> pending = new ArrayDeque<>();
        push(roots(before), roots(after), pending);
        while (!pending.isEmpty()) {
            Place place = pending.pop();
            lines.add(line(place));
            push(children(place.before()), children(place.after()), pending);
        }
    }

    private static List<List<CallGraphNode>> roots(List<@Nullable CallGraph> graphs) {
        return graphs.stream().map(graph -> graph == null ? List.<CallGraphNode>of() : graph.getRoots()).toList();
    }

    private static List<List<CallGraphNode>> children(@Nullable CallGraphNode[] nodes) {
        return Arrays.stream(nodes).map(node -> node == null ? List.<CallGraphNode>of() : node.getChildren()).toList();
    }

    private static void push(List<List<CallGraphNode>> before, List<List<CallGraphNode>> after, Deque<Place> pending) {
        Map<Turn, Place> places = new LinkedHashMap<>();
        for (int run = 0; run < after.size(); run++) {
            collect(after.get(run), run, before.size(), after.size(), Place::after, places);
        }
        for (int run = 0; run < before.size(); run++) {
            collect(before.get(run), run, before.size(), after.size(), Place::before, places);
        }
        List<Place> ordered = new ArrayList<>(places.values());
        for (int i = ordered.size() - 1; i >= 0; i--) {
            pending.push(ordered.get(i));
        }
    }

    private static void collect(List<CallGraphNode> siblings, int run, int before, int after,
            Function<Place, @Nullable CallGraphNode[]> side,
            Map<Turn, Place> places) {
        Map<String, Integer> turns = new HashMap<>();
        for (CallGraphNode node : siblings) {
            Turn turn = new Turn(node.getLabel(), turns.merge(node.getLabel(), 1, Integer::sum));
            Place place = places.computeIfAbsent(turn, none -> new Place(new CallGraphNode[before], new CallGraphNode[after]));
            side.apply(place)[run] = node;
        }
    }

    private Line line(Place place) {
        CallGraphNode any = place.any();
        Kind kind = place.kind();
        boolean areRuns = place.before().length > 1 || place.after().length > 1;
        Difference sum = difference(place, node -> node == null ? 0.0 : node.getInclusive().getSum());
        Difference mean = difference(place, Comparison::meanLap);
        Difference laps = difference(place, Comparison::laps);
        if (kind != Kind.CHANGED) {
            return new Line(kind, any.getLabel(), any.getDepth(), without(sum), without(mean), without(laps));
        }
        if (areRuns) {
            return new Line(kind, any.getLabel(), any.getDepth(), sum, mean, laps);
        }
        Statistics before = statistics(place.before()[0]);
        Statistics after = statistics(place.after()[0]);
        double ofMean = before == null || after == null ? Double.NaN : Welch.ofMeans(before, after);
        double ofSum = before == null || after == null || !isAdditive ? ofMean : Welch.ofSums(before, after);
        double ofLaps = laps.before() == laps.after() ? 1.0 : 0.0; // counted, not sampled
        return new Line(kind, any.getLabel(), any.getDepth(), with(sum, ofSum), with(mean, ofMean),
                with(laps, Double.isNaN(laps.change()) ? Double.NaN : ofLaps));
    }

    private static Difference with(Difference difference, double probability) {
        return new Difference(difference.before(), difference.after(), probability);
    }

    private static Difference without(Difference difference) {
        return with(difference, Double.NaN);
    }

    /** Of the numbers of the runs; a run for which there is no number is left out. */
    private static Difference difference(Place place, ToDoubleFunction<@Nullable CallGraphNode> number) {
        double[] before = Arrays.stream(place.before()).mapToDouble(number).filter(it -> !Double.isNaN(it)).toArray();
        double[] after = Arrays.stream(place.after()).mapToDouble(number).filter(it -> !Double.isNaN(it)).toArray();
        return new Difference(Welch.mean(before), Welch.mean(after), Welch.ofRuns(before, after));
    }

    private static @Nullable Statistics statistics(@Nullable CallGraphNode node) {
        List<Statistics> statistics = node == null ? List.of() : node.getInclusive().getStatistics();
        return statistics.isEmpty() ? null : statistics.get(0);
    }

    private static double meanLap(@Nullable CallGraphNode node) {
        Statistics statistics = statistics(node);
        return statistics == null ? Double.NaN : statistics.getMean();
    }

    /** If it is not known how many laps there were, neither is their mean. */
    private static double laps(@Nullable CallGraphNode node) {
        if (node == null) {
            return 0;
        }
        Statistics statistics = statistics(node);
        boolean isUnknown = statistics != null && Double.isNaN(statistics.getMean()) && !Double.isNaN(statistics.getSum());
        return isUnknown ? Double.NaN : node.getInclusive().getLaps();
    }
}
