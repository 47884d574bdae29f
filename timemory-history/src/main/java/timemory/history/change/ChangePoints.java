package timemory.history.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * When a series changed for good, by E-Divisive with Student's t-test, as in Hunter (Fleming et al., 2023) and Apache Otava.
 *
 * <p>First, with a measure that is ten times too generous, all places are found that may be changes: in windows that overlap by half, so that
 * a change is seen near what it changed, the place of the largest {@link EnergySplit} of all pieces becomes one, as long as its two sides
 * differ surely enough. Then the weakest of them is taken away, and its neighbours are judged anew, until all of those left are both
 * sure enough and large enough: a change that was seen in a window may be none in the light of all that is between its neighbours.
 *
 * <p>A place where two sides differ most is one of many that could have been taken, so what the test says of it is too sure: by as many times as
 * there are places (Bonferroni), and where a series has several changes, whose sides were chosen as well, by as many again as they could
 * lie elsewhere. With that, of a hundred sets of regions in which nothing changed, no more than five have a change at a rate of 0.05, be
 * there 20 regions or 2,000, as PlantedChangeTest shows.
 *
 * <p>Unlike the permutations of the original method the test gives the same answer each time. Where a change was is not known to the number:
 * {@link ChangePoint#earliest} and {@link ChangePoint#latest} tell how far.
 */
public final class ChangePoints {

    /**
     * What counts as a change.
     *
     * @param window how many numbers are looked at together, 2 at least
     * @param maxPValue the largest probability that the sides differ by chance
     * @param minMagnitude the least part by which one side has to be more or less than the other
     * @param maxCorrectedPValue the largest {@link ChangePoint#correctedPValue}; 1 for any
     */
    public record Criteria(int window, double maxPValue, double minMagnitude, double maxCorrectedPValue) {
        public Criteria {
            if (window < 2) throw new IllegalArgumentException("a window of " + window + ": 2 at least are needed");
            if (!(maxPValue > 0.0 && maxPValue <= 1.0))
                throw new IllegalArgumentException("a probability of " + maxPValue + ": it is between 0 and 1");
            if (!(maxCorrectedPValue > 0.0 && maxCorrectedPValue <= 1.0))
                throw new IllegalArgumentException("a probability of " + maxCorrectedPValue + ": it is between 0 and 1");
            if (!(minMagnitude >= 0.0)) throw new IllegalArgumentException("a change of " + minMagnitude + ": it is 0 or more");
        }

        /** As Otava has them, 50 numbers and one in a thousand, but one percent at least, and 0.05 for the probability that is reported. */
        public static final Criteria USUAL = new Criteria(50, 0.001, 0.01, 0.05);

        private double generousPValue() {
            if (maxPValue >= 0.5) return maxPValue;
            return maxPValue < 0.05 ? 10 * maxPValue : 2 * maxPValue;
        }
    }

    private final double[] series;
    private final Criteria criteria;

    private ChangePoints(double[] series, Criteria criteria) {
        this.series = series;
        this.criteria = criteria;
    }

    /** In ascending order; none where the series has less than two numbers. All have to be finite. */
    public static List<ChangePoint> of(double[] series, Criteria criteria) {
        for (double number : series) {
            if (!Double.isFinite(number)) throw new IllegalArgumentException("a series with " + number);
        }
        ChangePoints search = new ChangePoints(series, criteria);
        return search.withoutUnsure(search.withoutWeak(search.candidates()));
    }

    private List<ChangePoint> candidates() {
        TreeSet<Integer> found = new TreeSet<>();
        for (int start = 0; start < series.length;) {
            int end = Math.min(start + criteria.window, series.length);
            List<Integer> here = splitsOf(start, end);
            found.addAll(here);
            int last = here.isEmpty() ? 0 : here.get(here.size() - 1);
            start = Math.max(last, start + criteria.window / 2);
        }
        List<Integer> all = new ArrayList<>(found);
        List<ChangePoint> points = new ArrayList<>();
        for (int i = 0; i < all.size(); i++)
            points.add(between(i == 0 ? 0 : all.get(i - 1), all.get(i), i + 1 < all.size() ? all.get(i + 1) : series.length));
        return points;
    }

    /** The places of a window, ascending: that of the largest distance, and so on in what lies between, until one is not sure enough. */
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

    private ChangePoint between(int begin, int index, int end) {
        double p = PooledTest.pValue(series, begin, index, end);
        return new ChangePoint(index, p, p, PooledTest.mean(series, begin, index), PooledTest.mean(series, index, end), index, index);
    }

    private List<ChangePoint> withoutWeak(List<ChangePoint> points) {
        while (!points.isEmpty()) {
            ChangePoint weakest = firstMost(points, Comparator.comparingDouble(ChangePoint::pValue));
            if (weakest.pValue() < criteria.maxPValue) {
                weakest = firstMost(points, Comparator.comparingDouble(ChangePoint::magnitude).reversed());
                if (weakest.magnitude() > criteria.minMagnitude) return points;
            }
            remove(points, weakest.index());
        }
        return points;
    }

    /** Those that are sure enough in the light of how they were found; where one is not, its neighbours are judged without it. */
    private List<ChangePoint> withoutUnsure(List<ChangePoint> points) {
        while (true) {
            List<ChangePoint> located = located(points);
            if (located.isEmpty()) return located;
            ChangePoint leastSure = firstMost(located, Comparator.comparingDouble(ChangePoint::correctedPValue));
            if (leastSure.correctedPValue() <= criteria.maxCorrectedPValue) return located;
            remove(points, leastSure.index());
            points = withoutWeak(points);
        }
    }

    private void remove(List<ChangePoint> points, int index) {
        int at = 0;
        while (points.get(at).index() != index) at++;
        points.remove(at);
        judgeAnew(points, at - 1);
        judgeAnew(points, at);
    }

    private static ChangePoint firstMost(List<ChangePoint> points, Comparator<ChangePoint> order) {
        ChangePoint most = points.get(0);
        for (ChangePoint point : points) if (order.compare(point, most) > 0) most = point;
        return most;
    }

    private void judgeAnew(List<ChangePoint> points, int at) {
        if (at < 0 || at >= points.size()) return;
        points.set(at, between(beginOf(points, at), points.get(at).index(), endOf(points, at)));
    }

    private static int beginOf(List<ChangePoint> points, int at) {
        return at == 0 ? 0 : points.get(at - 1).index();
    }

    private int endOf(List<ChangePoint> points, int at) {
        return at + 1 < points.size() ? points.get(at + 1).index() : series.length;
    }

    /** With the range of each ({@link Whereabouts}), and how likely it is by chance in the light of how it was found. */
    private List<ChangePoint> located(List<ChangePoint> points) {
        List<ChangePoint> located = new ArrayList<>();
        double places = series.length - 1;
        double choices = points.size() == 1 ? places : places * points.size() * places / 2;
        for (int i = 0; i < points.size(); i++) {
            ChangePoint point = points.get(i);
            int begin = beginOf(points, i);
            int end = endOf(points, i);
            Whereabouts range = Whereabouts.of(series, begin, point.index(), end);
            double p = Math.min(1.0, choices * PooledTest.unbiasedPValue(series, begin, point.index(), end));
            located.add(new ChangePoint(point.index(), point.pValue(), p, point.before(), point.after(), range.earliest(), range.latest()));
        }
        return located;
    }
}
