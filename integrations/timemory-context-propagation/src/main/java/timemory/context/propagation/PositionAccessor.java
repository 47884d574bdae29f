package timemory.context.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;

/**
 * Propagates the call path with Micrometer's context propagation: regions opened by a Reactor step, an {@code @Async} method or a task of a
 * {@code ContextExecutorService} are below the region that was open where the context was captured, whichever thread runs them.
 *
 * <p>{@code ContextRegistry.getInstance()} finds it as a service; no call is needed. A value is the call context of a thread with an open
 * region, and missing if there is none or nothing is recorded. If a scope has no value, regions are below the current region of the thread
 * that runs it.
 *
 * <p>Thread-safe: each thread has its own scopes. A scope must be closed by the thread that opened it, as the library does. Regions that
 * are still open in it stay open, and a scope that ends out of order does not close others.
 */
public final class PositionAccessor implements ThreadLocalAccessor<Object> {
    /** The key of the value in a context. */
    public static final String KEY = "timemory.position";

    private static final ThreadLocal<Scopes> SCOPES = ThreadLocal.withInitial(Scopes::new);

    /** Called by the service loader. */
    public PositionAccessor() {}

    @Override
    public Object key() {
        return KEY;
    }

    /** Returns the calling thread's {@link CallContext}; {@code null} if no region is open. Allocates nothing in that case. */
    @Override
    public @Nullable Object getValue() {
        return CallContext.currentOrNull();
    }

    /**
     * Attaches the calling thread's regions to {@code position}, until {@link #restore()}.
     *
     * @param position a {@link CallContext} or a {@link PropagatedScope}; anything else counts as none
     */
    @Override
    public void setValue(Object position) {
        SCOPES.get().open(position);
    }

    @Override
    public void setValue() {
        SCOPES.get().open(null);
    }

    @Override
    public void restore(Object previous) {
        SCOPES.get().close();
    }

    @Override
    public void restore() {
        SCOPES.get().close();
    }

    /**
     * Closes scopes of {@link PropagatedScope} work that are still open on the calling thread. Servers call it before a request, when no
     * scope of another request should be open. kotlinx.coroutines 1.11 leaves such scopes open after a {@code flowOn}.
     */
    public static void closeCarried() {
        SCOPES.get().closeCarried();
    }
}
