package timemory.history.store;

/**
 * The values of a region in some runs, in time order.
 *
 * @param runs numbers of the runs
 * @param laps lap counts, -1 if a file did not have them
 * @param sums over all laps, in the region's unit
 */
public record Values(int[] runs, long[] laps, double[] sums) {

    public int size() {
        return runs.length;
    }

    /** Returns each sum divided by its laps, or the sum itself if they are unknown. */
    public double[] means() {
        double[] means = sums.clone();
        for (int i = 0; i < means.length; i++) if (laps[i] > 0) means[i] /= laps[i];
        return means;
    }
}
