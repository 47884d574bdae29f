package timemory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.RunningKt;
import timemory.internal.callgraph.Session;
import timemory.internal.callgraph.ThreadGraph;
import timemory.results.Results;

/** A region is closed by a thread that did not open it, while the one that did continues to measure: it must keep all of its own laps. */
@JCStressTest
@Outcome(id = "4, 1", expect = Expect.ACCEPTABLE, desc = "every lap of the opening thread, and its graph is whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "the mistake costs others their laps")
@State
public class ClosedByAnotherThread {

    private final Session session = new Session(Timemory.getSettings(), null);
    private volatile Node open;

    @Actor
    public void opens() {
        ThreadGraph graph = session.register(true);
        Node outer = graph.enter(graph.position(), "outer", Ticks.SET);
        RunningKt.startAll(outer);
        Node node = graph.enter(graph.position(), "left", Ticks.SET);
        RunningKt.startAll(node);
        open = node;
        Ticks.measure(graph, "own");
        Ticks.measure(graph, "own");
        Ticks.measure(graph, "own");
        Ticks.measure(graph, "own");
        RunningKt.stopAll(outer);
    }

    @Actor
    public void closes() {
        Node node = open;
        if (node != null) {
            RunningKt.stopAll(node);
        }
    }

    @Arbiter
    public void merge(II_Result result) {
        Results results = session.collect();
        result.r1 = Ticks.laps(results, "own");
        result.r2 = Ticks.laps(results, "outer");
    }
}
