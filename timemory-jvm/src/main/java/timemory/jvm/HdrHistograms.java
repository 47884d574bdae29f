package timemory.jvm;

import org.HdrHistogram.PackedHistogram;
import timemory.statistics.Histogram;
import timemory.statistics.HistogramAction;
import timemory.statistics.HistogramMaker;

/** Makes histograms by HdrHistogram: packed, since there is one for each node of the call graph and most hold few different numbers. */
public final class HdrHistograms implements HistogramMaker {

    private static final int DIGITS = 3;

    /** Called by {@link java.util.ServiceLoader}. */
    public HdrHistograms() {}

    @Override
    public Histogram make() {
        return new Packed(new PackedHistogram(DIGITS));
    }

    private record Packed(PackedHistogram numbers) implements Histogram {

        @Override
        public void record(long value) {
            numbers.recordValue(value);
        }

        @Override
        public void add(Histogram other) {
            numbers.add(((Packed) other).numbers);
        }

        @Override
        public void subtract(Histogram other) {
            numbers.subtract(((Packed) other).numbers);
        }

        @Override
        public Histogram copy() {
            return new Packed(numbers.copy());
        }

        @Override
        public void forEach(HistogramAction action) {
            numbers.recordedValues().forEach(step -> action.accept(step.getValueIteratedTo(), step.getCountAddedInThisIterationStep()));
        }

        @Override
        public long valueAt(double percentile) {
            return numbers.getValueAtPercentile(percentile);
        }
    }
}
