package timemory.tools.formats;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import timemory.results.CallGraphNode;
import timemory.Components;
import timemory.export.data.GraphBuilder;
import timemory.results.Metric;
import timemory.statistics.ReadNumber;
import timemory.results.Results;
import timemory.export.data.ResultsBuilder;

/** Results whose every number is known beforehand, the same in each run. */
final class SampleResults {

    static final String LONG = "long ".repeat(2000).strip();

    /** Labels that mean something else in one format or another. */
    static final List<String> HOSTILE = List.of(
            "<script>alert('x')</script>", "say \"it\"", "a;b;c", "a/b/c", "a:12", "two\nlines", "\u202Egnp.exe", "party \uD83C\uDF89",
            "half \uD83C",
            "", LONG, "=1+2", "comma, separated", "&amp;", "back\\slash", "]]>", "[solve][first]", "[solve][second]", "tab\there",
            "null\u0000bell\u0007", " ends with blanks ", "step 12", "'quoted'",
            "carriage\rreturn", "line\u2028separator", "'=3");

    /** Of one number, of what does not add up in memory, of one that can fall, of two numbers, and of a quotient. */
    static final List<String> COMPONENTS = List.of("wall_clock", "peak_rss", "cpu_clock", "page_rss", "read_bytes", "cpu_util");

    /** When the first lap of timeline scope began: inside "loop", wherever that is laid out. */
    static final long BEGIN_OF_LAPS = 626_000_000L;

    private final ResultsBuilder results = new ResultsBuilder();
    private final Map<String, GraphBuilder> graphs = new TreeMap<>();
    private int count;

    private SampleResults(List<String> components) {
        results.setProcessId(4242);
        for (String id : components) {
            graphs.put(id, results.graph(Metric.of(Components.find(id))));
        }
    }

    /** Hostile labels, threads, regions that ran side by side, laps of timeline scope, exclusive values below nothing. */
    static Results varied() {
        return varied(COMPONENTS, HOSTILE);
    }

    static Results varied(List<String> components, List<String> labels) {
        SampleResults sample = new SampleResults(components);
        sample.results.setThreadCount(4);
        sample.graphs.forEach((id, graph) -> {
            sample.count = 0;
            CallGraphNode main = sample.add(graph, null, "main", 900_000_000L);
            for (String label : labels) {
                CallGraphNode node = sample.add(graph, main, label, 20_000_000L);
                sample.add(graph, node, "leaf", 1_234_567L);
            }
            CallGraphNode pool = sample.add(graph, main, "pool", 100_000_000L);
            CallGraphNode worker = sample.addBeside(graph, pool, "worker", 270_000_000L, List.of(1, 2, 3));
            sample.add(graph, worker, "task", 150_000_000L, List.of(1, 2));
            sample.addBeside(graph, main, "logger", 5_000_000L, List.of(1));
            // More inside than the whole: as with memory that was given back, or a clock that a region did not have all the time.
            sample.add(graph, sample.add(graph, main, "less than nothing", 3_000_000L), "more", 8_000_000L);
            CallGraphNode loop = sample.add(graph, main, "loop", 60_000_000L);
            for (int i = 0; i < 5; i++) {
                CallGraphNode lap = graph.newNode(loop, "lap");
                sample.record(graph, lap, 7_000_000L + i, 1, List.of(0));
                graph.noteStart(lap, BEGIN_OF_LAPS + 10_000_000L * i);
                sample.add(graph, lap, "in the lap", 1_000_000L);
            }
            CallGraphNode again = main;
            for (int i = 0; i < 5; i++) {
                again = sample.add(graph, again, "recursive", 10_000_000L - i * 1_000_000L);
            }
            sample.add(graph, null, "second", 11_000_000L, List.of(0));
        });
        return sample.results.build();
    }

    static Results deep(int levels) {
        return of(List.of("wall_clock"), (sample, graph) -> {
            CallGraphNode node = null;
            for (int i = 0; i < levels; i++) {
                node = sample.add(graph, node, "level", 1_000L * (levels - i));
            }
        });
    }

    static Results wide(int siblings) {
        return of(List.of("wall_clock", "cpu_util"), (sample, graph) -> {
            CallGraphNode main = sample.add(graph, null, "main", 1_000_000L * siblings);
            for (int i = 0; i < siblings; i++) {
                sample.add(graph, main, "sibling " + i, 1_000L + i);
            }
        });
    }

    /** Few regions, for tests that read a file thousands of times. */
    static Results small() {
        return of(List.of("wall_clock"), (sample, graph) -> {
            CallGraphNode main = sample.add(graph, null, "say \"it\"", 5_000_000L);
            sample.add(graph, main, "a;b", 1_234_567L, List.of(0, 1));
        });
    }

    /** Coroutines of one thread that outlive what began them, and regions that are longer together than the one around them. */
    static Results coroutines() {
        return of(List.of("wall_clock"), (sample, graph) -> {
            CallGraphNode main = sample.add(graph, null, "main", 10_000_000L);
            CallGraphNode job = sample.addBeside(graph, main, "job", 30_000_000L, List.of(0));
            sample.addBeside(graph, job, "child", 12_000_000L, List.of(0));
            sample.add(graph, main, "wait", 4_000_000L);
            sample.add(graph, main, "closed late", 8_000_000L);
            sample.add(graph, null, "next", 2_000_000L);
        });
    }

    /** Regions that were timed and sampled, with the functions that samples found below them, and outside of them. */
    static Results sampled() {
        return of(List.of("cpu_samples", "wall_clock"), (sample, graph) -> {
            boolean isSampled = graph == sample.graphs.get("cpu_samples");
            CallGraphNode main = sample.add(graph, null, "main", isSampled ? 80_000_000L : 100_000_000L);
            CallGraphNode solve = sample.add(graph, main, "solve", 60_000_000L);
            if (!isSampled) return;
            CallGraphNode step = sample.add(graph, solve, "~a.Solver.step", 50_000_000L);
            sample.add(graph, step, "~a.Solver.<init>;\"x\"", 30_000_000L);
            sample.add(graph, null, "~a.Main.idle", 10_000_000L);
        });
    }

    /** One component of one thread, and one of two. */
    static Results onOneThreadAndOnTwo() {
        return of(List.of("cpu_clock", "wall_clock"), (sample, graph) -> {
            CallGraphNode main = sample.add(graph, null, "main", 5_000_000L);
            if (graph == sample.graphs.get("wall_clock")) {
                sample.addBeside(graph, main, "worker", 4_000_000L, List.of(1));
            }
        });
    }

    private static Results of(List<String> components, BiConsumer<SampleResults, GraphBuilder> fill) {
        SampleResults sample = new SampleResults(components);
        for (GraphBuilder graph : sample.graphs.values()) {
            sample.count = 0;
            fill.accept(sample, graph);
        }
        return sample.results.build();
    }

    private CallGraphNode add(GraphBuilder graph, CallGraphNode parent, String label, long amount) {
        return add(graph, parent, label, amount, List.of(0));
    }

    private CallGraphNode add(GraphBuilder graph, CallGraphNode parent, String label, long amount, List<Integer> threads) {
        CallGraphNode node = graph.node(parent, label);
        record(graph, node, amount, 1 + count++ % 7, threads);
        return node;
    }

    private CallGraphNode addBeside(GraphBuilder graph, CallGraphNode parent, String label, long amount, List<Integer> threads) {
        CallGraphNode node = add(graph, parent, label, amount, threads);
        graph.note(node, List.of(), true, 0.0);
        return node;
    }

    private void record(GraphBuilder graph, CallGraphNode node, long amount, long laps, List<Integer> threads) {
        String id = graphs.entrySet().stream().filter(entry -> entry.getValue() == graph).findFirst().orElseThrow().getKey();
        switch (id) {
            case "read_bytes" -> graph.record(node, laps, 0, null, List.of(number(laps, amount / 4), number(laps, amount / 7)));
            case "cpu_util" -> graph.record(node, laps, 0, null,
                    List.of(new ReadNumber(laps, 12.5 + amount % 89, 50.25, 3.125, 99.5, 1.5)));
            case "page_rss" -> {
                // Memory can also be given back.
                long change = amount % 3 == 0 ? -amount : amount;
                graph.record(node, laps, 0, change, List.of(number(laps, change)));
            }
            default -> graph.record(node, laps, 0, amount, List.of(number(laps, amount)));
        }
        graph.note(node, threads, false, 0.0);
    }

    private static ReadNumber number(long laps, long sum) {
        double mean = (double) sum / laps;
        return new ReadNumber(laps, sum, mean, mean - Math.abs(mean) / 2, mean + Math.abs(mean) / 2, laps == 1 ? 0.0 : Math.abs(mean) / 4);
    }
}
