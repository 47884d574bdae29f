package timemory.history.store;

/**
 * What a region took in each of some runs, in the order of their times.
 *
 * @param runs numbers of the runs
 * @param laps how many laps, -1 where a file did not say
 * @param sums of all laps, in the unit of the region
 */
public record Values(int[] runs, long[] laps, double[] sums) {

    public int size() {
        return runs.length;
    }

    /** Each sum divided by its laps; the sum itself where those are not known. */
    public double[] means() {
        double[] means = sums.clone();
        for (int i = 0; i < means.length; i++) if (laps[i] > 0) means[i] /= laps[i];
        return means;
    }
}
