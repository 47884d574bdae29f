package timemory;

import kotlin.coroutines.EmptyCoroutineContext;
import org.openjdk.jcstress.infra.results.II_Result;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.ComponentSet;
import timemory.internal.callgraph.ContextFrame;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.Session;
import timemory.internal.callgraph.Slice;
import timemory.internal.callgraph.SuspendingLap;
import timemory.internal.callgraph.ThreadGraph;
import timemory.results.Results;

/** A region that a coroutine has opened on a first thread, which has yet to notice that the coroutine was suspended. */
final class SuspendedRegion {

    private final Session session = new Session(Timemory.getSettings(), null);
    private final Strand strand = new Strand(session, session.getPaths().getRoot());
    private final ThreadGraph first = session.register(true);
    private final ContextFrame firstSlice = first.push(first.root, strand);
    private final ComponentSet set = Ticks.SET.getWithCoroutineTypes();
    private final CallPath path = session.getPaths().below(session.getPaths().getRoot(), "region", set, Scope.TREE, 0, false);
    private final SuspendingLap lap = newLap();

    SuspendedRegion() {
        open(lap, firstSlice);
    }

    private SuspendingLap newLap() {
        return new SuspendingLap(session, strand, null, path, path, 0, set, null, false);
    }

    private void open(SuspendingLap opened, ContextFrame frame) {
        strand.setLap$timemory_dsl(opened);
        opened.start(frame, EmptyCoroutineContext.INSTANCE);
    }

    /** The first thread notices that the coroutine is suspended. */
    void endOfTheFirstSlice() {
        first.popSuspended(firstSlice);
    }

    /** A second thread resumes the coroutine and closes the region. */
    final class SecondSlice {
        private final ThreadGraph graph = session.register(true);
        private final ContextFrame frame = graph.push(graph.root, strand);

        SecondSlice() {
            lap.resumeAll(frame);
            close(lap);
        }

        private void close(SuspendingLap open) {
            Slice slice = frame.getSlices();
            frame.setSlices(null);
            strand.setLap$timemory_dsl(null);
            strand.getActiveClock$timemory_dsl().pause(open.stop(graph, slice, true));
        }

        /** Opens the region again, with the objects of the first lap if they are free, and closes it. */
        void again() {
            Node node = graph.root.findChild("region", set);
            SuspendingLap resting = node == null ? null : node.takePooledLap$timemory_dsl();
            if (resting != null) resting.reuse(strand, null, null);
            SuspendingLap next = resting == null ? newLap() : resting;
            open(next, frame);
            close(next);
        }

        void end() {
            graph.pop(frame);
        }
    }

    /** The laps and the slices that were recorded. */
    void count(II_Result result) {
        Results results = session.collect();
        result.r1 = Ticks.laps(results, "region");
        result.r2 = Ticks.sum(results, "region");
    }
}
