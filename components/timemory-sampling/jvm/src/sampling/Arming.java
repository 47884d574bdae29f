package timemory.sampling;

import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.PositionWatch;
import timemory.internal.callgraph.ThreadGraph;

/**
 * The initial watch of threads that had measured before the engine started; it replaces itself by the engine's watch the next time the
 * thread changes its call path.
 */
final class Arming extends PositionWatch {

    private final SampleEngine engine;

    Arming(SampleEngine engine) {
        this.engine = engine;
    }

    @Override
    public void changes(ThreadGraph graph) {
        PositionWatch watch = arm(graph);
        if (watch != null) {
            watch.changes(graph);
        }
    }

    @Override
    public void opens(ThreadGraph graph, Node node) {
        PositionWatch watch = arm(graph);
        if (watch != null) {
            watch.opens(graph, node);
        }
    }

    private @Nullable PositionWatch arm(ThreadGraph graph) {
        Watches.setSampledBy(graph, null);
        engine.watch(graph);
        return Watches.getSampledBy(graph);
    }
}
