package bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import timemory.Binding;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.results.Metric;
import timemory.Quantity;
import timemory.statistics.ReadNumber;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.export.data.ResultsBuilder;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;

/**
 * The cost of writing large results: time, heap beyond that of the results themselves, and file size, for each format. One component, a
 * random tree of 5,000 labels. Each format is written twice up to 100,000 nodes, and the second time counts.
 */
public final class Formats {

    private static final int LABELS = 5_000;
    private static final int COMPILED_AFTER = 100_000;

    private Formats() {}

    /** Arguments: how many nodes, and the output directory. */
    public static void main(String[] arguments) throws IOException {
        int size = Integer.parseInt(arguments[0]);
        Path directory = Files.createDirectories(Path.of(arguments[1]));
        Results results = results(size);
        Settings settings = Settings.load(new SettingsBuilder());
        System.out.println("| format | time | heap | files |\n|---|---|---|---|");
        for (ResultFormat format : ResultFormat.getAll()) {
            if (size <= COMPILED_AFTER) {
                format.write(results, settings, directory.toString());
            }
            System.out.println(line(format, results, settings, directory));
        }
    }

    private static String line(ResultFormat format, Results results, Settings settings, Path directory) throws IOException {
        System.gc();
        long before = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        List<MemoryPoolMXBean> heap =
                ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP).toList();
        heap.forEach(MemoryPoolMXBean::resetPeakUsage);
        long begin = System.nanoTime();
        List<String> files = format.write(results, settings, directory.toString());
        double milliseconds = (System.nanoTime() - begin) / 1e6;
        long peak = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        long bytes = 0;
        for (String file : files) {
            bytes += Files.size(Path.of(file));
        }
        return String.format("| `%s` | %.0f ms | %.0f MB | %.1f MB |", format.getId(), milliseconds, (peak - before) / 1e6, bytes / 1e6);
    }

    static Results results(int size) {
        Random random = new Random(7);
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder graph = results.graph(new Metric(
                "wall_clock", "wall", "Real-clock timer", Binding.WALL, List.of(new Metric.Number("", Quantity.TIME, "", true))));
        List<CallGraphNode> nodes = new ArrayList<>(size);
        int[] parents = new int[size];
        while (nodes.size() < size) {
            int made = nodes.size();
            int parent = made == 0 ? -1 : random.nextInt(10) == 0 ? random.nextInt(made) : made - 1 - random.nextInt(Math.min(made, 200));
            CallGraphNode above = parent < 0 ? null : nodes.get(parent);
            int siblings = above == null ? 0 : above.getChildren().size();
            CallGraphNode node = graph.node(above, "region " + random.nextInt(LABELS));
            if (above == null || above.getChildren().size() > siblings) {
                parents[made] = parent;
                nodes.add(node);
            }
        }
        record(graph, nodes, parents, random);
        return results.build();
    }

    private static void record(GraphBuilder graph, List<CallGraphNode> nodes, int[] parents, Random random) {
        long[] sums = new long[nodes.size()];
        for (int i = sums.length - 1; i >= 0; i--) {
            sums[i] += 100 + random.nextInt(100_000);
            if (parents[i] >= 0) {
                sums[parents[i]] += sums[i];
            }
        }
        for (int i = 0; i < sums.length; i++) {
            long laps = 1L + random.nextInt(9);
            double mean = (double) sums[i] / laps;
            graph.record(nodes.get(i), laps, 0, sums[i], List.of(new ReadNumber(laps, sums[i], mean, mean / 2, mean * 2, mean / 10)));
            graph.note(nodes.get(i), List.of(0), false, sums[i] * 0.01);
        }
    }
}
