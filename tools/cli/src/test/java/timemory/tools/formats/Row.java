package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.ComponentType;
import timemory.results.Metric;
import timemory.Quantity;
import timemory.results.Results;

/**
 * One number at one place, as a reader found it or as it was recorded; rows stand in the order of the graph, each before those below it.
 *
 * @param inclusive in the unit of the format; not a number where the format does not tell
 * @param exclusive as {@code inclusive}
 */
record Row(String metric, int depth, String label, long laps, double inclusive, double exclusive) {

    /** The rows of all numbers, in raw units: nanoseconds, bytes. */
    static List<Row> raw(Results results) {
        List<Row> rows = new ArrayList<>();
        for (CallGraph graph : results.getGraphs()) {
            for (int i = 0; i < Metric.of(graph.getType()).getNumbers().size(); i++) {
                for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext();) {
                    CallGraphNode node = nodes.next();
                    rows.add(new Row(metric(graph.getType(), i), node.getDepth(), node.getLabel(), node.getInclusive().getLaps(),
                            node.getInclusive().sum(i), node.exclusive(i)));
                }
            }
        }
        return rows;
    }

    static String metric(ComponentType<?> type, int element) {
        return type.getElements().isEmpty() ? type.getId() : type.getId() + "." + type.getElements().get(element);
    }

    /** The rows in the units of files for people: seconds, megabytes. */
    static List<Row> scaled(Results results) {
        return raw(results).stream().map(row -> row.by(1.0 / sizeOf(quantity(results, row.metric)))).toList();
    }

    static Quantity quantity(Results results, String metric) {
        return number(results, metric).getQuantity();
    }

    static boolean isAdditive(Results results, String metric) {
        return number(results, metric).isAdditive();
    }

    private static Metric.Number number(Results results, String metric) {
        for (CallGraph graph : results.getGraphs()) {
            List<Metric.Number> numbers = Metric.of(graph.getType()).getNumbers();
            for (int i = 0; i < numbers.size(); i++) {
                if (metric(graph.getType(), i).equals(metric)) {
                    return numbers.get(i);
                }
            }
        }
        throw new IllegalArgumentException(metric);
    }

    private static double sizeOf(Quantity quantity) {
        return quantity == Quantity.TIME ? 1e9 : quantity == Quantity.MEMORY ? 1e6 : 1.0;
    }

    Row by(double factor) {
        return new Row(metric, depth, label, laps, inclusive * factor, exclusive * factor);
    }

    Row labelled(String other) {
        return new Row(metric, depth, other, laps, inclusive, exclusive);
    }

    Row measured(String other) {
        return new Row(other, depth, label, laps, inclusive, exclusive);
    }

    /** Of both together, at the place of this one. */
    Row plus(Row other) {
        return new Row(metric, depth, label, laps + other.laps, inclusive + other.inclusive, exclusive + other.exclusive);
    }

    Row lapped(long other) {
        return new Row(metric, depth, label, other, inclusive, exclusive);
    }

    Row at(int other) {
        return new Row(metric, other, label, laps, inclusive, exclusive);
    }

    Row withoutInclusive() {
        return new Row(metric, depth, label, laps, Double.NaN, exclusive);
    }

    Row withoutExclusive() {
        return new Row(metric, depth, label, laps, inclusive, Double.NaN);
    }

    /** Fails with the first row that is not the same; what is not a number in {@code expected} is not compared. */
    static void assertSame(List<Row> expected, List<Row> found) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            Row right = expected.get(i);
            Row read = found.get(i);
            String place = "row " + i + ", " + right + " was read as " + read;
            assertEquals(right.metric, read.metric, place);
            assertEquals(right.depth, read.depth, place);
            assertEquals(right.label, read.label, place);
            assertEquals(right.laps, read.laps, place);
            assertTrue(isNear(right.inclusive, read.inclusive), place);
            assertTrue(isNear(right.exclusive, read.exclusive), place);
        }
        assertEquals(expected.size(), found.size(), "number of rows");
        assertTrue(!expected.isEmpty(), "nothing to compare");
    }

    private static boolean isNear(double expected, double read) {
        return Double.isNaN(expected) || Math.abs(expected - read) <= 1e-9 * Math.max(1e-3, Math.abs(expected));
    }
}
