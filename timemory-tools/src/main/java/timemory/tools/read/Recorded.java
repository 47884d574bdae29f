package timemory.tools.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.statistics.ReadNumber;

/** What a file of XML says of one region, before it is known where it belongs. Numbers are in the units of the file. */
final class Recorded {

    String label = "";
    int depth;
    /** Not a number where the file says that it is not known. */
    double laps;
    long openLaps;
    Long exactSum;
    String text;
    double[] sum = {};
    double[] mean = {};
    double[] min = {};
    double[] max = {};
    double[] deviation = {};
    double instrumentation;
    boolean isConcurrent;
    long start = -1;
    long place = -1;
    final List<Integer> threads = new ArrayList<>();
    /** How processes differ, as the members of the element {@code ranks}; none where there is none. */
    Map<?, ?> ranks = Map.of();

    /** Records it at {@code node}, whose numbers are {@code factors} raw units each. */
    void recordAt(CallGraphNode node, GraphBuilder graph, double[] factors) {
        long counted = Profiles.laps(laps, sum.length > 0 ? sum[0] : 0);
        long laps = Math.max(0, counted);
        long open = Math.min(laps, Profiles.laps((double) openLaps));
        if (factors.length == 0) {
            graph.record(node, laps, text == null ? "" : text);
        } else {
            List<ReadNumber> numbers = new ArrayList<>(factors.length);
            for (int i = 0; i < factors.length; i++) {
                double factor = factors[i];
                double total = at(sum, i) * factor;
                double average = mean.length > i ? mean[i] * factor : laps == 0 ? 0.0 : total / laps;
                // One lap is its own smallest and largest; of several that is not known where the file does not say.
                double each = laps > 1 ? Double.NaN : average;
                double deviate = laps > 1 ? orElse(deviation, i, factor, Double.NaN) : 0.0;
                numbers.add(new ReadNumber(laps, total, average, orElse(min, i, factor, each), orElse(max, i, factor, each), deviate));
            }
            graph.record(node, counted, open, exactSumOf(factors), numbers);
        }
        graph.note(node, threads, isConcurrent, factors.length == 0 ? 0.0 : instrumentation * factors[0]);
        if (place >= 0) {
            graph.notePlace(node, place);
        }
        if (start >= 0) {
            graph.noteStart(node, start);
        }
    }

    /** The whole number beside the sum, if it is the same in raw units: other versions may have kept it in others. */
    private Long exactSumOf(double[] factors) {
        if (exactSum == null || factors.length != 1) {
            return null;
        }
        double total = at(sum, 0) * factors[0];
        return Math.abs(exactSum - total) <= 1.0 + 1e-6 * Math.abs(total) ? exactSum : null;
    }

    private static double at(double[] numbers, int index) {
        return index < numbers.length ? numbers[index] : Double.NaN;
    }

    private static double orElse(double[] numbers, int index, double factor, double otherwise) {
        return index < numbers.length ? numbers[index] * factor : otherwise;
    }
}
