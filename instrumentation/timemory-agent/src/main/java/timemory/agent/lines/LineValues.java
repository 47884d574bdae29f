package timemory.agent.lines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.DisplayUnit;
import timemory.results.Metric;
import timemory.Quantity;
import timemory.results.Results;
import timemory.settings.Settings;

/** The values of each line, found in the results by the labels of the lines. */
final class LineValues {
    /**
     * A number that is reported for each line.
     *
     * @param name {@code wall}, or with the name of the number if a component has several
     * @param unit the unit in which it is shown
     * @param quantity its quantity, in whose smallest unit values are
     * @param isAdditive whether lines add up; otherwise it is a mean over the laps
     */
    record Column(String id, String name, DisplayUnit unit, Quantity quantity, boolean isAdditive) {
        /** Formats {@code raw} in the most suitable unit. */
        String shown(double raw) {
            DisplayUnit fitting = largestUnit(quantity, Math.abs(raw));
            String number = String.format(Locale.ROOT, fitting.getSize() == 1.0 && raw == Math.rint(raw) ? "%.0f" : "%.3f",
                    raw / fitting.getSize());
            return fitting.getSymbol().isEmpty() ? number : number + ' ' + fitting.getSymbol();
        }
    }

    /** A line's numbers; {@code outer} is the part that is not inside another call of the function. */
    static final class Values {
        long hits;

        /** Whether more than a tenth of its time is overhead. */
        boolean isCostly;

        final double[] sums;
        final double[] outer;

        /** The number of laps in {@link #sums}. */
        final long[] laps;

        private Values(int columns) {
            sums = new double[columns];
            outer = new double[columns];
            laps = new long[columns];
        }

        /** Returns number {@code column}; the mean if it does not add up. */
        double value(Column of, int column) {
            return of.isAdditive || laps[column] == 0 ? sums[column] : sums[column] / laps[column];
        }
    }

    final List<Column> columns = new ArrayList<>();
    private final List<Map<String, List<CallGraphNode>>> nodes = new ArrayList<>();
    private final List<Integer> graphOf = new ArrayList<>();
    private final List<Integer> elementOf = new ArrayList<>();

    LineValues(Results results, Settings settings) {
        for (CallGraph graph : results.getGraphs()) {
            Map<String, List<CallGraphNode>> byLabel = new HashMap<>();
            Iterator<CallGraphNode> all = graph.nodes().iterator();
            while (all.hasNext()) {
                CallGraphNode node = all.next();
                byLabel.computeIfAbsent(node.getLabel(), label -> new ArrayList<>(1)).add(node);
            }
            nodes.add(byLabel);
            List<Metric.Number> numbers = Metric.of(graph.getType()).getNumbers();
            for (int i = 0; i < numbers.size(); i++) {
                Metric.Number number = numbers.get(i);
                graphOf.add(nodes.size() - 1);
                elementOf.add(i);
                String element = number.getName().isEmpty() ? "" : "." + number.getName();
                columns.add(new Column(
                        graph.getType().getId() + element,
                        graph.getType().getLabel() + element,
                        unitOf(number, largest(graph, i), settings),
                        number.getQuantity(),
                        number.isAdditive()));
            }
        }
    }

    private static double largest(CallGraph graph, int element) {
        double largest = 0;
        Iterator<CallGraphNode> all = graph.nodes().iterator();
        while (all.hasNext()) {
            CallGraphNode node = all.next();
            if (!Lines.isRepeated(node.getLabel())) largest = Math.max(largest, Math.abs(node.getInclusive().sum(element)));
        }
        return largest;
    }

    /** Returns the unit requested by the settings, or one that also shows small values next to {@code largest}. */
    private static DisplayUnit unitOf(Metric.Number number, double largest, Settings settings) {
        Quantity quantity = number.getQuantity();
        String wanted =
                quantity == Quantity.TIME ? settings.getTimingUnits() : quantity == Quantity.MEMORY ? settings.getMemoryUnits() : "";
        for (DisplayUnit unit : quantity.getUnits()) if (unit.getSymbol().equals(wanted)) return unit;
        return largestUnit(quantity, largest / 1000);
    }

    private static DisplayUnit largestUnit(Quantity quantity, double value) {
        DisplayUnit fitting = quantity.getUnits().get(0);
        for (DisplayUnit unit : quantity.getUnits()) {
            boolean isLongTime = quantity == Quantity.TIME && unit.getSize() > 1e9;
            if (unit.getSize() <= value && !isLongTime) fitting = unit;
        }
        return fitting;
    }

    /** Returns the values of {@code line}. */
    Values of(Lines.Line line) {
        Values values = new Values(columns.size());
        for (Map<String, List<CallGraphNode>> graph : nodes) {
            long laps = 0;
            for (String label : List.of(line.label, line.innerLabel, line.repeatedLabel)) {
                for (CallGraphNode node : graph.getOrDefault(label, List.of())) laps += node.getInclusive().getLaps();
            }
            // a component that is not measured on virtual threads has fewer
            values.hits = Math.max(values.hits, laps);
        }
        for (int column = 0; column < columns.size(); column++) {
            add(values, column, line.label, true);
            add(values, column, line.innerLabel, false);
        }
        return values;
    }

    private void add(Values values, int column, String label, boolean isOuter) {
        int element = elementOf.get(column);
        boolean isAdditive = columns.get(column).isAdditive;
        for (CallGraphNode node : nodes.get(graphOf.get(column)).getOrDefault(label, List.of())) {
            double sum = isAdditive ? node.getInclusive().sum(element) : node.getInclusive().getStatistics().get(element).getSum();
            values.isCostly |= node.getHasHighInstrumentation();
            values.sums[column] += sum;
            values.laps[column] += node.getInclusive().getLaps();
            if (isOuter) values.outer[column] += sum;
        }
    }
}
