package timemory.context;

import java.util.concurrent.ForkJoinTask;
import timemory.Position;
import timemory.internal.callgraph.Frame;

/**
 * A {@link java.util.concurrent.RecursiveTask} that is computed below the region in which it was made, whichever worker of the
 * {@link java.util.concurrent.ForkJoinPool} takes it:
 *
 * <pre>{@code
 * final class Sum extends HandedOverTask<Long> {
 *     protected Long compute() {
 *         if (size() < 1000) return TOOLS.get("add", this::add);
 *         Sum left = left(), right = right();
 *         left.fork();
 *         return right.compute() + left.join();
 *     }
 * }
 * }</pre>
 *
 * <p>As thread-safe as a {@code RecursiveTask}. Cannot be serialized.
 *
 * @param <V> what is computed; {@link Void} where only the effect counts
 */
public abstract class HandedOverTask<V> extends ForkJoinTask<V> {

    private static final long serialVersionUID = 1L;

    private final transient Position position = Position.current();
    private transient V result;

    /** For subclasses; the task belongs to the calling thread's region. */
    protected HandedOverTask() {}

    /** Computes the result. */
    protected abstract V compute();

    @Override
    protected final boolean exec() {
        Frame frame = HandOver.enter(position);
        try {
            result = compute();
            return true;
        } finally {
            HandOver.leave(position, frame);
        }
    }

    @Override
    public final V getRawResult() {
        return result;
    }

    @Override
    protected final void setRawResult(V value) {
        result = value;
    }
}
