package bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import timemory.Binding;
import timemory.Quantity;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.export.wire.WireResults;
import timemory.output.ResultFormat;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.statistics.ReadNumber;

/**
 * Creates files to merge: a given number of processes of one program, each with a call graph of a given number of regions, nearly all of
 * which occur in all of them, and three components. The cost of merging them can then be seen with
 *
 * <pre>/usr/bin/time -v bin/timemory merge DIRECTORY -o OUTPUT -f wire</pre>
 */
public final class MergeFiles {

    private static final int LABELS = 500;
    private static final List<Metric> METRICS = List.of(
            new Metric("wall_clock", "wall", "Real-clock timer", Binding.WALL, List.of(new Metric.Number("", Quantity.TIME, "", true))),
            new Metric("cpu_clock", "cpu", "CPU-clock timer", Binding.THREAD, List.of(new Metric.Number("", Quantity.TIME, "", true))),
            new Metric("peak_rss", "peak_rss", "Growth of memory", Binding.PROCESS,
                    List.of(new Metric.Number("", Quantity.MEMORY, "", true))));

    private MergeFiles() {}

    /** Arguments: how many processes, how many regions each, the directory, and {@code wire} or another format. */
    public static void main(String[] arguments) throws IOException {
        int processes = Integer.parseInt(arguments[0]);
        int regions = Integer.parseInt(arguments[1]);
        Path directory = Files.createDirectories(Path.of(arguments[2]));
        String format = arguments.length > 3 ? arguments[3] : "wire";
        Settings settings = Settings.load(new SettingsBuilder());
        long bytes = 0;
        for (int rank = 0; rank < processes; rank++) {
            Results results = results(rank, regions);
            if (format.equals("wire")) {
                byte[] content = WireResults.encode(results, rank);
                Files.write(directory.resolve("results-" + rank + ".tmy"), content);
                bytes += content.length;
            } else {
                Path own = Files.createDirectories(directory.resolve("rank-" + rank));
                for (String file : ResultFormat.listOf(format).get(0).write(results, settings, own.toString())) {
                    bytes += Files.size(Path.of(file));
                }
            }
        }
        System.out.printf("%d processes of %d regions and %d components: %.1f MB%n", processes, regions, METRICS.size(), bytes / 1e6);
    }

    static Results results(int rank, int regions) {
        ResultsBuilder results = new ResultsBuilder();
        results.setProcessId(10_000 + rank);
        for (int i = 0; i < METRICS.size(); i++) {
            fill(results.graph(METRICS.get(i)), new Random(31L * rank + i), regions);
        }
        return results.build();
    }

    /** The shape depends on the program, the numbers on the process. One region in a hundred exists only in some. */
    private static void fill(GraphBuilder graph, Random numbers, int regions) {
        Random shape = new Random(7);
        int group = numbers.nextInt(50);
        List<CallGraphNode> path = new ArrayList<>();
        int made = 0;
        while (made < regions) {
            int depth = Math.min(path.size(), shape.nextInt(12));
            String label = "void solver::Kernel<" + shape.nextInt(LABELS) + ">::apply(const Field&, int)";
            boolean isRare = shape.nextInt(100) == 0;
            while (path.size() > depth) {
                path.remove(path.size() - 1);
            }
            CallGraphNode above = path.isEmpty() ? null : path.get(path.size() - 1);
            int siblings = above == null ? -1 : above.getChildren().size();
            CallGraphNode node = graph.node(above, isRare ? label + group : label);
            path.add(node);
            if (above != null && above.getChildren().size() == siblings || node.getInclusive().getLaps() > 0) {
                continue;
            }
            long laps = 1L + numbers.nextInt(1000);
            long sum = laps * (1000L + numbers.nextInt(100_000));
            double mean = (double) sum / laps;
            graph.record(node, laps, 0, sum, List.of(new ReadNumber(laps, sum, mean, mean * 0.5, mean * 3, mean * 0.2)));
            made++;
        }
    }
}
