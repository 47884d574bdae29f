package timemory;

import timemory.internal.callgraph.ComponentSet;
import timemory.internal.callgraph.ComponentSetsKt;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.RunningKt;
import timemory.internal.callgraph.ThreadGraph;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/** Counts one for each lap, or for each slice of a suspending region: anything lost or counted twice shows up. */
public final class Ticks extends LongComponent {

    /** Found by the bundle. */
    public static final ComponentType<Ticks> TYPE = new ComponentType<>("ticks", "One for each", Quantity.COUNT, Ticks::new) {
        @Override
        public Binding getBinding() {
            return Binding.THREAD;
        }
    };

    static final ComponentSet SET = ComponentSetsKt.componentSet(null, Ticks.class);

    @Override
    public void start() {}

    @Override
    public void stop() {
        record(1L);
    }

    /** Opens and closes a region, like `measure`, in {@code graph} of the calling thread. */
    static void measure(ThreadGraph graph, String label) {
        Node node = graph.enter(graph.position(), label, SET);
        RunningKt.startAll(node);
        RunningKt.stopAll(node);
    }

    /** The laps recorded anywhere under {@code label}. */
    static int laps(Results results, String label) {
        return (int) totals(results, label)[0];
    }

    /** The sum recorded anywhere under {@code label}. */
    static int sum(Results results, String label) {
        return (int) totals(results, label)[1];
    }

    private static long[] totals(Results results, String label) {
        long[] totals = new long[2];
        CallGraph graph = results.get("ticks");
        if (graph == null) {
            return totals;
        }
        for (var nodes = graph.nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            if (node.getLabel().equals(label)) {
                totals[0] += node.getInclusive().getLaps();
                totals[1] += (long) node.getInclusive().getSum();
            }
        }
        return totals;
    }
}
