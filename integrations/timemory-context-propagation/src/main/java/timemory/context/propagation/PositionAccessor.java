package timemory.context.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;

/**
 * Carries the position in the call graph wherever Micrometer's context propagation carries its values: regions that a step of Reactor, an
 * {@code @Async} method or a task of a {@code ContextExecutorService} opens hang below the region that was open where the context was
 * captured, whichever thread runs them.
 *
 * <p>Found by {@code ContextRegistry.getInstance()} as a service; nothing is to be called. A value is the position of a thread in whose
 * midst a region is open, and missing while none is or nothing is recorded. Where a scope has no value, regions hang below what is open on
 * the thread that runs it.
 *
 * <p>Thread-safe: each thread has its own scopes. A scope is to be closed by the thread that opened it, as the library does. Regions that
 * are still open in it stay open, and one that ends out of order takes nothing else with it.
 */
public final class PositionAccessor implements ThreadLocalAccessor<Object> {
    /** What the value is called among others of a context. */
    public static final String KEY = "timemory.position";

    private static final ThreadLocal<Scopes> SCOPES = ThreadLocal.withInitial(Scopes::new);

    /** For the service loader. */
    public PositionAccessor() {}

    @Override
    public Object key() {
        return KEY;
    }

    /** The calling thread's position, a {@link CallContext}; {@code null} where no region is open. Allocates nothing then. */
    @Override
    public @Nullable Object getValue() {
        return CallContext.currentOrNull();
    }

    /**
     * Has the calling thread's regions hang below {@code position}, until {@link #restore()}.
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
     * Closes scopes of {@link PropagatedScope} work that are still open on the calling thread, for a server that begins a request there:
     * none of another request can be around it. kotlinx.coroutines 1.11 leaves such scopes open after a {@code flowOn}.
     */
    public static void closeCarried() {
        SCOPES.get().closeCarried();
    }
}
