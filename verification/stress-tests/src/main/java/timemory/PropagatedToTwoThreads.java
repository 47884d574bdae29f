package timemory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import timemory.internal.callgraph.ContextFrame;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.Session;
import timemory.internal.callgraph.ThreadGraph;
import timemory.results.Results;

/**
 * Two threads work under a place of a third one and simultaneously reach a place that is new to both: it must become one place, with all
 * laps.
 */
@JCStressTest
@Outcome(id = "4, 1", expect = Expect.ACCEPTABLE, desc = "all laps at one place")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lap is lost, or the place was made twice")
@State
public class PropagatedToTwoThreads {

    private final Session session = new Session(Timemory.getSettings(), null);
    private final CallPath path =
            session.getPaths().below(session.getPaths().getRoot(), "submits", Ticks.SET, Scope.TREE, 0, false);

    @Actor
    public void first() {
        work();
    }

    @Actor
    public void second() {
        work();
    }

    private void work() {
        ThreadGraph graph = session.register(true);
        ContextFrame frame = graph.push(graph.anchor(path, path.getDepth()), null);
        Ticks.measure(graph, "work");
        Ticks.measure(graph, "work");
        graph.pop(frame);
    }

    @Arbiter
    public void merge(II_Result result) {
        Results results = session.collect();
        result.r1 = Ticks.laps(results, "work");
        result.r2 = results.get("ticks").getRoots().get(0).getChildren().size();
    }
}
