package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * A call of a {@code suspend} function, from its begin to its end, on one thread after another.
 *
 * <p>Used by the coroutine's own code, which its dispatch orders; but a function may be resumed on another thread before it has returned
 * from its call ({@link #returns}).
 */
public abstract class SuspendingCall {

    /** What the function goes on with in place of what it was called with. */
    public @Nullable CallFrame frame;

    /** The call has ended; told again, nothing happens. */
    public abstract void end();

    /** The function returns {@code result} to its caller, which may be that it is suspended. Told by the thread that called it. */
    public abstract void returns(@Nullable Object result);

    /** The function returns {@code result} after it was resumed. */
    public abstract void returnsResumed(@Nullable Object result);
}
