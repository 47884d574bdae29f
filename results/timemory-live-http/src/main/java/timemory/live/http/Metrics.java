package timemory.live.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import timemory.Quantity;
import timemory.Totals;
import timemory.export.ResultView;
import timemory.export.internal.Series;
import timemory.export.internal.SeriesKt;
import timemory.internal.text.ShortenKt;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.statistics.Bucket;

/**
 * Exposes results as metrics for a monitoring system that scrapes them: for each component, values by region regardless of caller, so that
 * there is a series per label rather than per call path.
 *
 * <p>Invariants that a metrics database relies on are preserved between responses:
 * <ul>
 * <li>Counters do not decrease during a session. Threads keep running while results are made, so a difference of two clocks may be slightly
 * less than before; then the previous value is kept.
 * <li>A region that was listed once stays listed, and the others, if there are more than {@value #MAX_REGIONS}, are one series, which no
 * region ever leaves. In the first response the regions with the most time are listed, later the first to appear, up to that number.
 * <li>Histograms have the same bounds for every region.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class Metrics {

    /** The maximum number of regions listed per component. */
    static final int MAX_REGIONS = 200;

    private static final String OTHERS = "(others)";
    private static final String COUNTER = "counter";
    private static final String GAUGE = "gauge";
    private static final String ELAPSED = "wall_clock";

    /** From a microsecond to about a minute, doubling: these bounds exist in timemory's own histogram, so nothing is estimated. */
    private static final long[] BOUNDS = IntStream.rangeClosed(10, 36).mapToLong(power -> 1L << power).toArray();

    private static final double NANOSECONDS = 1e9;

    private final Exemplars exemplars;
    private final Map<String, Named> bySeries = new HashMap<>();

    Metrics(Exemplars exemplars) {
        this.exemplars = exemplars;
    }

    /** A new session starts with everything at zero. */
    void restart() {
        bySeries.clear();
    }

    MetricsText of(Results results) {
        Results flat = new ResultView(null, Integer.MAX_VALUE, null, false, true).of(results);
        LinkedHashMap<String, MetricFamily> families = new LinkedHashMap<>();
        for (Series series : SeriesKt.seriesOf(flat)) {
            add(families, series);
        }
        return new MetricsText(families.values());
    }

    private void add(Map<String, MetricFamily> families, Series series) {
        Named named = bySeries.computeIfAbsent(series.getId(), id -> new Named());
        Map<String, Region> regions = named.of(regionsOf(series));
        String name = "timemory_" + series.getId().replaceAll("[^a-zA-Z0-9_]", "_").toLowerCase(Locale.ROOT);
        String what = series.getGraph().getType().getDescription();
        boolean grows = grows(series);
        double size = size(series);
        String unit = unit(series);
        if (series.getElement() == 0) {
            family(families, name + "_laps", COUNTER, "", "Laps of " + series.getId() + ", including those that are open",
                    regions, region -> region.laps);
            family(families, name + "_open_laps", GAUGE, "", "Laps of " + series.getId() + " that are open now",
                    regions, region -> (double) region.open);
        }
        family(families, name + unit, grows ? COUNTER : GAUGE, unit, what + ", including nested regions", regions,
                region -> region.inclusive / size);
        if (series.isAdditive()) {
            family(families, name + "_self" + unit, grows ? COUNTER : GAUGE, unit, what + ", excluding nested regions", regions,
                    region -> region.exclusive / size);
        }
        if (series.isTime() && series.getElement() == 0) {
            histogram(families, name + "_lap_seconds", what + ", of laps that have ended", regions, series.getId().equals(ELAPSED));
        }
    }

    private static void family(Map<String, MetricFamily> families, String name, String type, String unit, String help,
            Map<String, Region> regions, ToDoubleFunction<Region> value) {
        if (families.containsKey(name)) {
            return; // of another component whose name maps to the same metric name
        }
        MetricFamily family = new MetricFamily(name, type, unit, help);
        regions.forEach((label, region) -> family.add(label, value.applyAsDouble(region)));
        families.put(name, family);
    }

    /** @param isElapsed whether the values are elapsed times, by which traces can be matched */
    private void histogram(Map<String, MetricFamily> families, String name, String help, Map<String, Region> regions, boolean isElapsed) {
        MetricFamily family = new MetricFamily(name, "histogram", "_seconds", help);
        regions.forEach((label, region) -> {
            if (region.counts != null) {
                List<Exemplar> known = isElapsed ? exemplars.of(region.label) : List.of();
                family.addHistogram(label, BOUNDS, region.counts, region.endedSum / NANOSECONDS,
                        (above, most) -> exemplars.textOf(known, above, most));
            }
        });
        if (!family.isEmpty()) {
            families.putIfAbsent(name, family);
        }
    }

    /** Returns whether the value only grows. A lap can decrease memory. */
    private static boolean grows(Series series) {
        return series.isAdditive() && series.getQuantity() != Quantity.MEMORY;
    }

    private static Map<String, Region> regionsOf(Series series) {
        Map<String, Region> regions = new LinkedHashMap<>();
        var nodes = series.getGraph().nodes().iterator();
        while (nodes.hasNext()) {
            CallGraphNode node = nodes.next();
            regions.computeIfAbsent(ShortenKt.shorten(node.getLabel()),
                    label -> new Region(node.getLabel(), series.isAdditive(), grows(series))).add(series, node);
        }
        return regions;
    }

    private static double size(Series series) {
        return series.isTime() ? NANOSECONDS
                : series.getQuantity() == Quantity.ENERGY ? 1e6 : series.getQuantity() == Quantity.PERCENTAGE ? 100.0 : 1.0;
    }

    private static String unit(Series series) {
        Quantity quantity = series.getQuantity();
        if (!series.getSuffix().isEmpty()) {
            return (quantity == Quantity.MEMORY ? "_bytes" : "") + "_per_second";
        }
        return series.isTime() ? "_seconds"
                : quantity == Quantity.MEMORY ? "_bytes"
                        : quantity == Quantity.ENERGY ? "_joules" : quantity == Quantity.PERCENTAGE ? "_ratio" : "";
    }

    /** The values of one component for one label, in raw units. */
    private static final class Region {
        /** The original label. */
        final String label;
        final boolean adds;
        final boolean grows;
        double laps;
        long open;
        double inclusive;
        double exclusive;

        /** The number of laps up to each bound, and in total; {@code null} if unknown. */
        long @Nullable [] counts;

        /** The total duration of the laps in {@link #counts}, which exclude open ones. */
        double endedSum;

        Region(String label, boolean adds, boolean grows) {
            this.label = label;
            this.adds = adds;
            this.grows = grows;
        }

        void add(Series series, CallGraphNode node) {
            laps += node.getInclusive().getLaps();
            open += node.getInclusive().getOpenLaps();
            double value = series.inclusive(node);
            inclusive = adds ? inclusive + value : Math.max(inclusive, value);
            exclusive += adds ? series.exclusive(node) : 0;
            addCounts(node.getInclusive());
        }

        private void addCounts(Totals totals) {
            List<Bucket> buckets = totals.histogram();
            if (buckets.isEmpty()) {
                return;
            }
            endedSum += totals.getEndedSum();
            long[] own = counts == null ? new long[BOUNDS.length + 1] : counts;
            counts = own;
            for (Bucket bucket : buckets) {
                own[BOUNDS.length] += bucket.getCount();
                for (int i = 0; i < BOUNDS.length; i++) {
                    own[i] += bucket.getTo() <= BOUNDS[i] ? bucket.getCount() : 0;
                }
            }
        }

        void add(Region other) {
            laps += other.laps;
            open += other.open;
            inclusive += other.inclusive;
            exclusive += other.exclusive;
        }

        /** Keeps monotonic values from dropping below those in {@code before}, from the previous response. */
        void notBelow(Region before) {
            laps = Math.max(laps, before.laps);
            if (grows) {
                inclusive = Math.max(inclusive, before.inclusive);
                exclusive = Math.max(exclusive, before.exclusive);
            }
            long[] least = before.counts;
            if (least != null) {
                long[] own = counts == null ? least : counts;
                counts = own;
                Arrays.setAll(own, i -> Math.max(own[i], least[i]));
                endedSum = Math.max(endedSum, before.endedSum);
            }
        }
    }

    /** The listed regions of a component in order, with their values in the previous response. */
    private static final class Named {
        private final Map<String, Region> before = new LinkedHashMap<>();
        private @Nullable Region othersBefore;

        Map<String, Region> of(Map<String, Region> now) {
            take(now);
            Map<String, Region> shown = new LinkedHashMap<>();
            for (Map.Entry<String, Region> known : before.entrySet()) {
                Region region = now.remove(known.getKey());
                if (region != null) {
                    region.notBelow(known.getValue());
                    known.setValue(region);
                }
                shown.put(known.getKey(), known.getValue());
            }
            if (!now.isEmpty()) {
                Region others = new Region(OTHERS, true, now.values().iterator().next().grows);
                now.values().stream().filter(region -> region.adds).forEach(others::add);
                if (othersBefore != null) {
                    others.notBelow(othersBefore);
                }
                othersBefore = others;
            }
            if (othersBefore != null && now.values().stream().allMatch(region -> region.adds)) {
                shown.put(OTHERS, othersBefore);
            }
            return shown;
        }

        private void take(Map<String, Region> now) {
            List<Map.Entry<String, Region>> fresh = new ArrayList<>();
            for (Map.Entry<String, Region> one : now.entrySet()) {
                if (!before.containsKey(one.getKey()) && !one.getKey().equals(OTHERS)) {
                    fresh.add(one);
                }
            }
            int left = MAX_REGIONS - before.size();
            if (fresh.size() > left) {
                fresh.sort(Comparator.comparingDouble((Map.Entry<String, Region> one) -> one.getValue().inclusive).reversed());
            }
            fresh.stream().limit(left).forEach(one -> before.put(one.getKey(), one.getValue()));
        }
    }
}
