package timemory.history.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * The method of MongoDB's signal-processing-algorithms (Daly et al., 2020), for comparison: E-Divisive as described by Matteson and James
 * (2014), with permutation tests. The split with the largest distance over all pieces is a change if, in at most {@code level} of the
 * arrangements with each piece shuffled, no split has a distance as large; then the pieces on both sides are searched as well.
 */
final class MongoMethod {
    private static final int PERMUTATIONS = 100;
    private static final double LEVEL = 0.05;

    private record Split(int index, double distance) {}

    private MongoMethod() {}

    /** Returns the changes in ascending order. */
    static List<Integer> of(double[] series, Random random) {
        TreeSet<Integer> ends = new TreeSet<>(List.of(0, series.length));
        while (true) {
            Split best = best(series, ends);
            if (best == null) break;
            int asLarge = 0;
            for (int i = 0; i < PERMUTATIONS && asLarge + 1 <= LEVEL * (PERMUTATIONS + 1); i++) {
                if (best(shuffled(series, ends, random), ends).distance >= best.distance) asLarge++;
            }
            if (asLarge + 1 > LEVEL * (PERMUTATIONS + 1)) break;
            ends.add(best.index);
        }
        ends.remove(0);
        ends.remove(series.length);
        return new ArrayList<>(ends);
    }

    private static double[] shuffled(double[] series, TreeSet<Integer> ends, Random random) {
        double[] shuffled = series.clone();
        for (int begin = 0; begin < series.length; begin = ends.higher(begin)) {
            for (int i = ends.higher(begin) - 1; i > begin; i--) {
                int other = begin + random.nextInt(i - begin + 1);
                double number = shuffled[i];
                shuffled[i] = shuffled[other];
                shuffled[other] = number;
            }
        }
        return shuffled;
    }

    private static Split best(double[] series, TreeSet<Integer> ends) {
        Split best = null;
        for (int begin = 0; begin < series.length; begin = ends.higher(begin)) {
            Split split = best(series, begin, ends.higher(begin));
            if (split != null && (best == null || split.distance > best.distance)) best = split;
        }
        return best;
    }

    /** Both sides extend to the ends of their piece, and have at least two numbers. */
    private static Split best(double[] series, int begin, int end) {
        int length = end - begin;
        double left = 0.0;
        double between = 0.0;
        double right = 0.0;
        for (int i = begin; i < end; i++) for (int j = i + 1; j < end; j++) right += Math.abs(series[i] - series[j]);
        Split best = null;
        for (int middle = begin + 1; middle < end; middle++) {
            // The number before the middle moves from the right to the left.
            double moved = series[middle - 1];
            double toLeft = 0.0;
            double toRight = 0.0;
            for (int i = begin; i < middle - 1; i++) toLeft += Math.abs(moved - series[i]);
            for (int i = middle; i < end; i++) toRight += Math.abs(moved - series[i]);
            left += toLeft;
            right -= toRight;
            between += toRight - toLeft;
            double n = middle - begin;
            double m = end - middle;
            if (n < 2 || m < 2) continue;
            double energy = 2.0 * between / (n * m) - 2.0 * left / (n * (n - 1)) - 2.0 * right / (m * (m - 1));
            double distance = n * m / length * energy;
            if (best == null || distance > best.distance) best = new Split(middle, distance);
        }
        return best;
    }
}
