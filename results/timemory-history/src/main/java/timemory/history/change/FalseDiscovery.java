package timemory.history.change;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Decides which of many findings are significant, by the procedure of Benjamini and Hochberg (1995). Across thousands of regions, some seem
 * to change by chance; on average, at most the given rate of the accepted findings are false.
 */
public final class FalseDiscovery {
    private FalseDiscovery() {}

    /**
     * Returns whether each finding is significant.
     *
     * @param pValues of the findings
     * @param asked how many tests were made, including those that found nothing
     * @param rate the acceptable part of false findings: 0.05
     */
    public static boolean[] believed(double[] pValues, int asked, double rate) {
        if (asked < pValues.length) throw new IllegalArgumentException(pValues.length + " p-values for " + asked + " tests");
        Integer[] order = new Integer[pValues.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> pValues[i]));
        int passing = 0;
        for (int rank = 1; rank <= order.length; rank++) if (pValues[order[rank - 1]] <= rate * rank / asked) passing = rank;
        boolean[] believed = new boolean[pValues.length];
        for (int i = 0; i < passing; i++) believed[order[i]] = true;
        return believed;
    }
}
