package timemory.statistics;

/** Makes histograms, for percentiles: found by {@link java.util.ServiceLoader}. */
public interface HistogramMaker {

    /** An empty one. */
    Histogram make();
}
