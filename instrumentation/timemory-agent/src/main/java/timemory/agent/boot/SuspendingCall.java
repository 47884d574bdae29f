package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * A call of a {@code suspend} function, from start to end, on one thread after another.
 *
 * <p>Used by the coroutine's own code, which its dispatch orders; but a function may be resumed on another thread before it has returned
 * from its call ({@link #returns}).
 */
public abstract class SuspendingCall {

    /** The continuation of the function in place of the one it was called with. */
    public @Nullable CallFrame frame;

    /** The call has ended; further calls have no effect. */
    public abstract void end();

    /**
     * The function returns {@code result} to its caller, possibly the marker for suspension. Called on the thread that called the function.
     */
    public abstract void returns(@Nullable Object result);

    /** The function returns {@code result} after it was resumed. */
    public abstract void returnsResumed(@Nullable Object result);
}
