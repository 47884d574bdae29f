package timemory.history.change;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Which of many findings are to be believed: the procedure of Benjamini and Hochberg (1995). Where thousands of regions are asked, some
 * change surely by chance; of those that it lets pass, on average no more than the part that is asked for are false.
 */
public final class FalseDiscovery {
    private FalseDiscovery() {}

    /**
     * Whether each finding passes.
     *
     * @param pValues of the findings
     * @param asked of how many questions they are the answers, with those that found nothing
     * @param rate the part that may be false: 0.05
     */
    public static boolean[] believed(double[] pValues, int asked, double rate) {
        if (asked < pValues.length) throw new IllegalArgumentException(pValues.length + " answers to " + asked + " questions");
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
