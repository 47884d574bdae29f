package timemory.context.propagation;

/**
 * A value of {@link PositionAccessor} whose call path changes while it is propagated, such as a request that enters its route. Put it into
 * a context under {@link PositionAccessor#KEY}: {@code contextWrite(context -> context.put(KEY, carried))}.
 *
 * <p>Called from any thread, possibly by several at once.
 */
public interface PropagatedScope {

    /** Called when a scope starts on the calling thread: what it measures from now on belongs to this. */
    void enter();

    /** Called when the scope ends that the calling thread entered last. */
    void leave();
}
