package timemory.tools.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.statistics.Bucket;
import timemory.statistics.ReadNumber;

/** What a file of XML says of one region, before it is known where it belongs. Numbers are in the units of the file. */
final class ParsedNode {

    private static final Pattern PERCENTILE = Pattern.compile("n\\d{1,3}(\\.\\d{1,10})?");
    private static final int MAX_PERCENTILES = 32;

    String label = "";
    int depth;
    /** Not a number where the file says that it is not known. */
    double laps;
    long openLaps;
    @Nullable
    Long exactSum;
    @Nullable
    String text;
    double[] sum = {};
    double[] mean = {};
    double[] min = {};
    double[] max = {};
    double[] deviation = {};
    /** By the percent. */
    final Map<Double, Double> percentiles = new TreeMap<>();
    /** Where the buckets of the histogram end, after where the first begins; and how many laps each has. */
    double[] bounds = {};
    double[] counts = {};
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
            percentiles.forEach((percentile, value) -> graph.notePercentile(node, percentile, value * factors[0]));
            List<Bucket> histogram = histogramIn(factors[0]);
            if (!histogram.isEmpty()) {
                graph.noteHistogram(node, histogram);
            }
        }
        graph.note(node, threads, isConcurrent, factors.length == 0 ? 0.0 : instrumentation * factors[0]);
        if (place >= 0) {
            graph.notePlace(node, place);
        }
        if (start >= 0) {
            graph.noteStart(node, start);
        }
    }

    /** Notes a percentile whose element is called {@code name}: {@code n99.9}, since names begin with a letter. */
    void notePercentile(String name, double value) {
        if (PERCENTILE.matcher(name).matches() && !Double.isNaN(value) && percentiles.size() < MAX_PERCENTILES) {
            percentiles.put(Double.valueOf(name.substring(1)), value);
        }
    }

    private List<Bucket> histogramIn(double factor) {
        if (bounds.length != counts.length + 1) {
            return List.of();
        }
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (!(counts[i] >= 0) || !(bounds[i] < bounds[i + 1])) {
                return List.of();
            }
            buckets.add(new Bucket(bounds[i] * factor, bounds[i + 1] * factor, (long) counts[i]));
        }
        return buckets;
    }

    /** The whole number beside the sum, if it is the same in raw units: other versions may have kept it in others. */
    private @Nullable Long exactSumOf(double[] factors) {
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
