package timemory.sampling;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import timemory.internal.callgraph.PositionWatch;
import timemory.internal.callgraph.ThreadGraph;

/** The graph that a thread is in, for what watches it: not kept from being forgotten, with all its nodes, once the thread has ended. */
final class WeakGraphReference {
    /** In one of a session of which no samples are kept: of what falls there, nothing more is known. */
    static final Reference<ThreadGraph> NOWHERE = new WeakReference<>(null);

    private WeakGraphReference() {}

    static Reference<ThreadGraph> in(ThreadGraph graph, PositionWatch watch) {
        return Watches.getSampledBy(graph) == watch ? new WeakReference<>(graph) : NOWHERE;
    }
}
