package timemory.tools.roofline;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import timemory.roofline.ErtSample;

/**
 * What was computed in a second, by the size of the data and by how much was computed with each byte: a table for each type of numbers, of
 * its widest vectors.
 */
final class LadderTable {

    private LadderTable() {}

    static void write(List<ErtSample> samples, int threads, PrintWriter out) {
        List<ErtSample> measured = samples.stream()
                .filter(sample -> sample.getThreads() == threads && sample.getTotalBytes() > 0 && sample.getTotalOperations() > 0
                        && !sample.isOfInstructions())
                .toList();
        for (String type : measured.stream().map(ErtSample::getDataType).distinct().sorted(Comparator.reverseOrder()).toList()) {
            int widest = measured.stream().filter(sample -> sample.getDataType().equals(type)).mapToInt(ErtSample::getVectorBits).max()
                    .orElse(0);
            table(measured.stream().filter(sample -> sample.getDataType().equals(type) && sample.getVectorBits() == widest).toList(), out);
        }
    }

    private static void table(List<ErtSample> samples, PrintWriter out) {
        NavigableMap<Long, NavigableMap<Double, Double>> rows = new TreeMap<>();
        NavigableMap<Double, Integer> columns = new TreeMap<>();
        for (ErtSample sample : samples) {
            double intensity = sample.getTotalOperations() / sample.getTotalBytes();
            columns.merge(intensity, 1, Integer::sum);
            // Sizes in whole blocks differ a little from kernel to kernel.
            rows.computeIfAbsent(bucketOf(sample.getWorkingSet()), size -> new TreeMap<>()).merge(intensity,
                    sample.getOperationsPerSecond(), Math::max);
        }
        ErtSample first = samples.get(0);
        out.printf(Locale.ROOT, "%n  %s%s: GFLOP/s by bytes of data per thread and by FLOP/byte%n", first.getDataType(),
                first.getVectorBits() > 0 ? " " + first.getVectorBits() + "-bit" : "");
        out.printf(Locale.ROOT, "  %14s", "");
        columns.keySet().forEach(intensity -> out.printf(Locale.ROOT, " %9.4f", intensity));
        out.println();
        rows.forEach((size, row) -> {
            out.printf(Locale.ROOT, "  %14d", size);
            for (double intensity : columns.keySet()) {
                Double operations = row.get(intensity);
                out.print(operations == null ? " ".repeat(10) : String.format(Locale.ROOT, " %9.1f", operations / 1e9));
            }
            out.println();
        });
    }

    /** The power of two that {@code size} is nearest to, from below. */
    private static long bucketOf(long size) {
        return Long.highestOneBit(size);
    }
}
