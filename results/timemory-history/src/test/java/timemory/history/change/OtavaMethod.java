package timemory.history.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The method of Hunter (Fleming et al., 2023) and Apache Otava, for comparison: E-Divisive with Student's t-test. {@link OtavaSeriesTest}
 * shows that it finds what Otava finds.
 *
 * <p>First, candidates are found with a P value that is ten times too generous: in windows that overlap by half, the split with the largest
 * {@link EnergySplit} over all pieces becomes a candidate as long as its two sides differ enough. Then the weakest candidate is removed,
 * and its neighbours are re-evaluated, until all that are left are both significant and large enough.
 */
final class OtavaMethod {

    /**
     * The criteria for a change.
     *
     * @param window the size of a window, at least 2
     * @param maxPValue the largest probability that the sides differ by chance
     * @param minMagnitude the minimum relative difference between the two sides
     */
    record Criteria(int window, double maxPValue, double minMagnitude) {
        Criteria {
            if (window < 2) throw new IllegalArgumentException("a window of " + window + ": 2 at least are needed");
            if (!(maxPValue > 0.0 && maxPValue <= 1.0))
                throw new IllegalArgumentException("a probability of " + maxPValue + ": must be between 0 and 1");
            if (!(minMagnitude >= 0.0)) throw new IllegalArgumentException("a change of " + minMagnitude + ": must be 0 or more");
        }

        /** Otava's defaults: 50 numbers, one in a thousand, any size. */
        static final Criteria USUAL = new Criteria(50, 0.001, 0.0);

        private double generousPValue() {
            if (maxPValue >= 0.5) return maxPValue;
            return maxPValue < 0.05 ? 10 * maxPValue : 2 * maxPValue;
        }
    }

    /** A change at {@code index}, between means. */
    record Point(int index, double pValue, double before, double after) {
        double magnitude() {
            return before == after ? 0.0 : ChangePoint.magnitude(before, after);
        }
    }

    private final double[] series;
    private final Criteria criteria;

    private OtavaMethod(double[] series, Criteria criteria) {
        this.series = series;
        this.criteria = criteria;
    }

    /** Returns the changes in ascending order; empty if the series has fewer than two numbers. All numbers must be finite. */
    static List<Point> of(double[] series, Criteria criteria) {
        for (double number : series) {
            if (!Double.isFinite(number)) throw new IllegalArgumentException("a series with " + number);
        }
        OtavaMethod search = new OtavaMethod(series, criteria);
        return search.withoutWeak(search.candidates());
    }

    private List<Point> candidates() {
        TreeSet<Integer> found = new TreeSet<>();
        for (int start = 0; start < series.length;) {
            int end = Math.min(start + criteria.window, series.length);
            List<Integer> here = splitsOf(start, end);
            found.addAll(here);
            int last = here.isEmpty() ? 0 : here.get(here.size() - 1);
            start = Math.max(last, start + criteria.window / 2);
        }
        List<Integer> all = new ArrayList<>(found);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < all.size(); i++)
            points.add(between(i == 0 ? 0 : all.get(i - 1), all.get(i), i + 1 < all.size() ? all.get(i + 1) : series.length));
        return points;
    }

    /**
     * Returns the splits of a window, ascending: the one with the largest distance, then recursively those between, until one is not
     * significant.
     */
    private List<Integer> splitsOf(int start, int end) {
        TreeSet<Integer> ends = new TreeSet<>(List.of(start, end));
        while (true) {
            EnergySplit.Split best = null;
            for (int begin = start; begin < end; begin = ends.higher(begin)) {
                if (ends.higher(begin) - begin < 2) continue;
                EnergySplit.Split split = EnergySplit.of(series, begin, ends.higher(begin));
                if (best == null || split.distance() > best.distance()) best = split;
            }
            if (best == null) break;
            double p = PooledTest.pValue(series, ends.lower(best.index()), best.index(), ends.higher(best.index()));
            if (!(p <= criteria.generousPValue())) break;
            ends.add(best.index());
        }
        ends.remove(start);
        ends.remove(end);
        return new ArrayList<>(ends);
    }

    private Point between(int begin, int index, int end) {
        double p = PooledTest.pValue(series, begin, index, end);
        return new Point(index, p, PooledTest.mean(series, begin, index), PooledTest.mean(series, index, end));
    }

    private List<Point> withoutWeak(List<Point> points) {
        while (!points.isEmpty()) {
            Point weakest = firstMost(points, Comparator.comparingDouble(Point::pValue));
            if (weakest.pValue() < criteria.maxPValue) {
                weakest = firstMost(points, Comparator.comparingDouble(Point::magnitude).reversed());
                if (weakest.magnitude() > criteria.minMagnitude) return points;
            }
            remove(points, weakest.index());
        }
        return points;
    }

    private void remove(List<Point> points, int index) {
        int at = 0;
        while (points.get(at).index() != index) at++;
        points.remove(at);
        judgeAnew(points, at - 1);
        judgeAnew(points, at);
    }

    private static Point firstMost(List<Point> points, Comparator<Point> order) {
        Point most = points.get(0);
        for (Point point : points) if (order.compare(point, most) > 0) most = point;
        return most;
    }

    private void judgeAnew(List<Point> points, int at) {
        if (at < 0 || at >= points.size()) return;
        points.set(at, between(beginOf(points, at), points.get(at).index(), endOf(points, at)));
    }

    private static int beginOf(List<Point> points, int at) {
        return at == 0 ? 0 : points.get(at - 1).index();
    }

    private int endOf(List<Point> points, int at) {
        return at + 1 < points.size() ? points.get(at + 1).index() : series.length;
    }
}
