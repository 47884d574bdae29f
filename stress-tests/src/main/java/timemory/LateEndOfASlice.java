package timemory;

import kotlin.coroutines.EmptyCoroutineContext;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import timemory.internal.callgraph.ComponentSet;
import timemory.internal.callgraph.ContextFrame;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.Session;
import timemory.internal.callgraph.Slice;
import timemory.internal.callgraph.SuspendingLap;
import timemory.internal.callgraph.ThreadGraph;
import timemory.results.Results;

/**
 * A coroutine is taken up by a second thread, which closes its region, while the first thread has yet to notice the suspension. Whoever
 * comes last records the lap: once, with both slices.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "one lap with both slices")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lap or a slice is lost, or counted twice")
@State
public class LateEndOfASlice {

    private final Session session = new Session(Timemory.getSettings());
    private final Strand strand = new Strand(session, session.getPaths().getRoot());
    private final ThreadGraph first = session.register(true);
    private final ContextFrame firstSlice = first.push(first.root, strand);
    private final SuspendingLap lap;

    public LateEndOfASlice() {
        ComponentSet set = Ticks.SET.getWithCoroutineTypes();
        CallPath path = session.getPaths().below(session.getPaths().getRoot(), "region", set, Scope.TREE, 0);
        lap = new SuspendingLap(session, strand, null, path, path, 0, set, null, false);
        strand.setLap$timemory_dsl(lap);
        lap.start(firstSlice, EmptyCoroutineContext.INSTANCE);
    }

    /** The first thread notices that the coroutine is suspended. */
    @Actor
    public void endOfTheFirstSlice() {
        first.popSuspended(firstSlice);
    }

    /** The second thread goes on with it and closes the region. */
    @Actor
    public void secondSlice() {
        ThreadGraph second = session.register(true);
        ContextFrame frame = second.push(second.root, strand);
        lap.resumeAll(frame);
        Slice slice = frame.getSlices();
        frame.setSlices(null);
        strand.setLap$timemory_dsl(null);
        lap.stop(second, slice, true);
        second.pop(frame);
    }

    @Arbiter
    public void merge(II_Result result) {
        Results results = session.collect();
        result.r1 = Ticks.laps(results, "region");
        result.r2 = Ticks.sum(results, "region");
    }
}
