package timemory.context;

import java.util.concurrent.ForkJoinTask;
import timemory.CallContext;
import timemory.internal.callgraph.ContextFrame;

/**
 * A {@link java.util.concurrent.RecursiveTask} that is computed below the region in which it was made, whichever worker of the
 * {@link java.util.concurrent.ForkJoinPool} takes it:
 *
 * <pre>{@code
 * final class Sum extends PropagatingTask<Long> {
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
public abstract class PropagatingTask<V> extends ForkJoinTask<V> {

    private static final long serialVersionUID = 1L;

    private final transient CallContext context = CallContext.current();
    private transient V result;

    /** For subclasses; the task belongs to the calling thread's region. */
    protected PropagatingTask() {}

    /** Computes the result. */
    protected abstract V compute();

    @Override
    protected final boolean exec() {
        ContextFrame frame = ContextPropagation.enter(context);
        try {
            result = compute();
            return true;
        } finally {
            ContextPropagation.leave(context, frame);
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
