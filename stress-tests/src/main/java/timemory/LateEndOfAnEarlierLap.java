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
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.ContextFrame;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.Session;
import timemory.internal.callgraph.Slice;
import timemory.internal.callgraph.SuspendingLap;
import timemory.internal.callgraph.ThreadGraph;
import timemory.results.Results;

/**
 * As {@link LateEndOfASlice}; and the second thread opens the region again, most often with the same objects. The first thread, which may
 * still be about to record the lap, must not record the next one.
 */
@JCStressTest
@Outcome(id = "2, 3", expect = Expect.ACCEPTABLE, desc = "a lap with both slices, and one with its own")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lap or a slice is lost, or counted twice")
@State
public class LateEndOfAnEarlierLap {

    private final Session session = new Session(Timemory.getSettings());
    private final Strand strand = new Strand(session, session.getPaths().getRoot());
    private final ThreadGraph first = session.register(true);
    private final ContextFrame firstSlice = first.push(first.root, strand);
    private final ComponentSet set = Ticks.SET.getWithCoroutineTypes();
    private final CallPath path = session.getPaths().below(session.getPaths().getRoot(), "region", set, Scope.TREE, 0);
    private final SuspendingLap lap = newLap();

    public LateEndOfAnEarlierLap() {
        strand.setLap$timemory_dsl(lap);
        lap.start(firstSlice, EmptyCoroutineContext.INSTANCE);
    }

    private SuspendingLap newLap() {
        return new SuspendingLap(session, strand, null, path, path, 0, set, null, false);
    }

    /** The first thread notices that the coroutine is suspended. */
    @Actor
    public void endOfTheFirstSlice() {
        first.popSuspended(firstSlice);
    }

    /** The second thread goes on with it, closes the region, and opens and closes it once more. */
    @Actor
    public void secondSlice() {
        ThreadGraph second = session.register(true);
        ContextFrame frame = second.push(second.root, strand);
        lap.resumeAll(frame);
        close(lap, second, frame);
        Node node = second.root.findChild("region", set);
        SuspendingLap resting = node == null ? null : node.takeRestingLap$timemory_dsl();
        SuspendingLap next = resting == null ? newLap() : resting;
        if (resting != null) resting.serveAgain(strand, null, null);
        strand.setLap$timemory_dsl(next);
        next.start(frame, EmptyCoroutineContext.INSTANCE);
        close(next, second, frame);
        second.pop(frame);
    }

    private void close(SuspendingLap open, ThreadGraph graph, ContextFrame frame) {
        Slice slice = frame.getSlices();
        frame.setSlices(null);
        strand.setLap$timemory_dsl(null);
        long end = open.stop(graph, slice, true);
        strand.getActiveClock$timemory_dsl().pause(end);
    }

    @Arbiter
    public void merge(II_Result result) {
        Results results = session.collect();
        result.r1 = Ticks.laps(results, "region");
        result.r2 = Ticks.sum(results, "region");
    }
}
