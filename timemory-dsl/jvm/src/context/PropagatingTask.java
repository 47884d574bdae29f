package timemory.context;

import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;
import timemory.internal.callgraph.ContextFrame;

/**
 * A {@link java.util.concurrent.RecursiveTask} that is computed below the region in which it was created, whichever worker of the {@link
 * java.util.concurrent.ForkJoinPool} runs it:
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
 * @param <V> the type of the result; {@link Void} if only the effect matters
 */
@NullMarked
public abstract class PropagatingTask<V extends @Nullable Object> extends ForkJoinTask<V> {

    private static final long serialVersionUID = 1L;

    private final transient CallContext context = CallContext.current();
    private transient @Nullable V result;

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
    public final @Nullable V getRawResult() {
        return result;
    }

    @Override
    protected final void setRawResult(@Nullable V value) {
        result = value;
    }
}
