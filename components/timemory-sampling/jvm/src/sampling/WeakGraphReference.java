package timemory.sampling;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import timemory.internal.callgraph.PositionWatch;
import timemory.internal.callgraph.ThreadGraph;

/**
 * A weak reference to a thread's graph for its watch, so that the graph with all its nodes can be garbage-collected once the thread has
 * ended.
 */
final class WeakGraphReference {
    /** Stands for the graph of a session without samples: nothing is recorded about what happens there. */
    static final Reference<ThreadGraph> NOWHERE = new WeakReference<>(null);

    private WeakGraphReference() {}

    static Reference<ThreadGraph> in(ThreadGraph graph, PositionWatch watch) {
        return Watches.getSampledBy(graph) == watch ? new WeakReference<>(graph) : NOWHERE;
    }
}
