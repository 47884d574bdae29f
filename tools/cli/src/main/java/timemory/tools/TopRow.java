package timemory.tools;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import timemory.results.CallGraphNode;
import timemory.statistics.Bucket;

/**
 * What a region did in an interval.
 *
 * @param depth the number of regions around it in the table
 * @param lapsPerSecond laps that ended
 * @param perSecond how much of the component's value came in each second, in raw units: of a clock, how much of the time a thread was in
 * the region, several threads together; what does not add up, such as a highest mark, is what it is
 * @param ownPerSecond as {@code perSecond}, less what regions inside took
 * @param mean what the laps that ended took, from their start, divided by how many ended; not a number where none did
 * @param median half of the laps are not above it, in raw units; not a number where that is not known
 * @param most 99 percent of the laps are not above it
 * @param open how many laps are open now
 * @param throttledPerSecond laps that ended and were not measured, as measuring took too much
 * @param overhead which part of the value is overhead, from 0 to 1
 */
record TopRow(String label, int depth, double lapsPerSecond, double perSecond, double ownPerSecond, double mean, double median, double most,
        long open, double throttledPerSecond, double overhead) {

    private static final double HALF = 50;
    private static final double NEARLY_ALL = 99;

    /** What rows can be sorted by. */
    enum Order {
        TOTAL(Comparator.comparingDouble(TopRow::perSecond).reversed()),
        SELF(Comparator.comparingDouble(TopRow::ownPerSecond).reversed()),
        CALLS(Comparator.comparingDouble(TopRow::lapsPerSecond).reversed()),
        MEAN(Comparator.comparingDouble((TopRow row) -> known(row.mean)).reversed()),
        P99(Comparator.comparingDouble((TopRow row) -> known(row.most)).reversed()),
        OPEN(Comparator.comparingLong(TopRow::open).reversed()),
        LABEL(Comparator.comparing(TopRow::label));

        final Comparator<TopRow> comparator;

        Order(Comparator<TopRow> comparator) {
            this.comparator = comparator;
        }

        /**
         * Returns the order called {@code name}.
         *
         * @throws IllegalArgumentException if there is none
         */
        static Order of(String name) {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "time" -> TOTAL; // their former names
                case "laps" -> CALLS;
                default -> valueOf(name.toUpperCase(Locale.ROOT));
            };
        }

        private static double known(double number) {
            return Double.isNaN(number) ? -1 : number;
        }
    }

    /**
     * Of {@code node}, which is part of what was measured in {@code seconds}.
     *
     * @param places the nodes whose laps are in it
     * @param adds whether its values add up
     */
    static TopRow of(CallGraphNode node, int depth, List<CallGraphNode> places, boolean adds, double seconds) {
        var totals = node.getInclusive();
        long ended = totals.getEndedLaps();
        double sum = totals.getSum();
        double own = totals.getStatistics().isEmpty() ? 0 : node.exclusive(0);
        double share = adds ? seconds : 1;
        return new TopRow(node.getLabel(), depth, ended / seconds, sum / share, own / share,
                adds && ended > 0 ? totals.getEndedSum() / ended : Double.NaN,
                percentile(places, HALF), percentile(places, NEARLY_ALL), totals.getOpenLaps(), 0,
                Math.max(0, node.getInstrumentationShare()));
    }

    /** This, of which so many laps were not measured in {@code seconds}. */
    TopRow with(double throttled, double seconds) {
        return throttled == 0 ? this
                : new TopRow(label, depth, lapsPerSecond, perSecond, ownPerSecond, mean, median, most, open, throttled / seconds, overhead);
    }

    /**
     * Known to three digits of one node, where its program keeps percentiles; of several together from their histograms, whose buckets are
     * a fifth wide.
     */
    private static double percentile(List<CallGraphNode> places, double percentile) {
        if (places.size() == 1) {
            Double known = places.get(0).getInclusive().percentile(percentile);
            if (known != null) {
                return known;
            }
        }
        List<Bucket> buckets = places.stream().flatMap(place -> place.getInclusive().histogram().stream())
                .sorted(Comparator.comparingDouble(Bucket::getTo)).toList();
        long all = buckets.stream().mapToLong(Bucket::getCount).sum();
        double wanted = all * percentile / 100;
        long below = 0;
        for (Bucket bucket : buckets) {
            below += bucket.getCount();
            if (below >= wanted && below > 0) {
                return bucket.getTo();
            }
        }
        return Double.NaN;
    }
}
