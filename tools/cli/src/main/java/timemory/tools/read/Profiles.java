package timemory.tools.read;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import timemory.Binding;
import timemory.results.CallGraphNode;
import timemory.ComponentType;
import timemory.Components;
import timemory.export.data.GraphBuilder;
import timemory.results.Metric;
import timemory.Quantity;
import timemory.statistics.ReadNumber;
import timemory.export.data.ResultsBuilder;

/** What readers of other tools' files have in common: numbers with a name and a unit, and sums of which nothing more is known. */
final class Profiles {

    private Profiles() {}

    /** The graph of a number that adds up; {@code name} may be any, and that of one of our components makes it that one. */
    static GraphBuilder graph(ResultsBuilder results, String name, Quantity quantity) {
        String id = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        ComponentType<?> known = Components.find(id);
        if (known != null && !known.getElements().isEmpty()) {
            known = null;
        }
        return results.graph(new Metric(
                id.isEmpty() ? "value" : id,
                known != null ? known.getLabel() : id,
                known != null ? known.getDescription() : name,
                known != null ? known.getBinding() : Binding.WALL,
                List.of(new Metric.Number("", quantity, "", true))));
    }

    /** The number of laps where a file does not say it. */
    static final long UNKNOWN = -1;

    private static final double MAX_LAPS = 1L << 53;

    /** Adds {@code laps} of {@code sum} raw units in all to {@code node}. Of several, nothing is known of each; of one, everything. */
    static void record(GraphBuilder graph, CallGraphNode node, long laps, double sum) {
        double total = isWhole(sum) ? Math.rint(sum) : sum;
        double mean = laps == 0 ? 0.0 : total / laps;
        double each = laps == 1 ? total : Double.NaN;
        ReadNumber number = new ReadNumber(laps, total, mean, each, each, laps == 1 ? 0.0 : Double.NaN);
        graph.record(node, laps, 0, isWhole(sum) ? Long.valueOf((long) total) : null, List.of(number));
    }

    /**
     * The laps of a file that counts {@code number} for a sum. None for a sum that is not nothing is what a file writes that does not know.
     */
    static long laps(double number, double sum) {
        boolean isUnknown = Double.isNaN(number) || !(number > 0) && sum != 0 && !Double.isNaN(sum);
        return isUnknown ? UNKNOWN : laps(number);
    }

    /** As many laps as {@code number} says, if it says any. */
    static long laps(double number) {
        return number >= 0 ? (long) Math.min(number, MAX_LAPS) : 0;
    }

    /** Whether it was whole before it was divided and multiplied by the size of a unit. */
    static boolean isWhole(double raw) {
        double size = Math.abs(raw);
        return Math.abs(raw - Math.rint(raw)) <= Math.min(1e-3, size * 1e-9) && size < 1L << 53;
    }

    /** A unit that is smaller by a power of ten than another: {@code 1e-6 nanoseconds}. */
    private static final Pattern SMALLER = Pattern.compile("(1e-\\d{1,3}) (.*)");

    static Quantity quantityOfUnit(String unit) {
        Matcher smaller = SMALLER.matcher(unit);
        return switch ((smaller.matches() ? smaller.group(2) : unit).toLowerCase(Locale.ROOT)) {
            case "nanoseconds", "ns", "microseconds", "us", "milliseconds", "ms", "seconds", "s", "sec" -> Quantity.TIME;
            case "bytes", "byte", "b" -> Quantity.MEMORY;
            default -> Quantity.COUNT;
        };
    }

    /** How many raw units there are in one {@code unit}. */
    static double sizeOfUnit(String unit) {
        Matcher smaller = SMALLER.matcher(unit);
        if (smaller.matches()) {
            return Double.parseDouble(smaller.group(1)) * sizeOfUnit(smaller.group(2));
        }
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "microseconds", "us" -> 1e3;
            case "milliseconds", "ms" -> 1e6;
            case "seconds", "s", "sec" -> 1e9;
            default -> 1.0;
        };
    }

    /** The number of a thread, where it is one that there can be. */
    static List<Integer> thread(double number) {
        return number >= 0 && number <= Integer.MAX_VALUE ? List.of((int) number) : List.of();
    }

    /** {@code text} of a file in a form for messages. */
    static String shortened(String text) {
        return shortened(text, 60);
    }

    static String shortened(String text, int most) {
        String one = text.length() > most ? text.substring(0, most) + "..." : text;
        return one.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]", "?");
    }
}
