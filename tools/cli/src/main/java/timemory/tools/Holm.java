package timemory.tools;

import java.util.Arrays;
import java.util.Comparator;

/** Holm's correction (1979) for several comparisons: the probability that any of those below a level is false is at most that level. */
final class Holm {

    private Holm() {}

    /** The corrected probabilities. NaN stands for no comparison and is kept. */
    static double[] corrected(double[] probabilities) {
        Integer[] order = new Integer[probabilities.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> probabilities[i])); // NaN last
        int left = count(probabilities);
        double largest = 0.0;
        double[] corrected = probabilities.clone();
        for (int i : order) {
            if (Double.isNaN(probabilities[i])) {
                break;
            }
            largest = Math.max(largest, Math.min(1.0, probabilities[i] * left--));
            corrected[i] = largest;
        }
        return corrected;
    }

    /** How many comparisons these are. */
    static int count(double[] probabilities) {
        return (int) Arrays.stream(probabilities).filter(p -> !Double.isNaN(p)).count();
    }
}
