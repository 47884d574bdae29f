package timemory.context.propagation;

/**
 * A value of {@link PositionAccessor} that moves on while it is carried, such as a request that enters its route: the carrier puts it into
 * a context under {@link PositionAccessor#KEY}, as {@code contextWrite(context -> context.put(KEY, carried))}.
 *
 * <p>Called from any thread, possibly by several at once.
 */
public interface PropagatedScope {

    /** Called when a scope starts on the calling thread: what it measures from now on belongs to this. */
    void enter();

    /** Called when the scope ends that the calling thread entered last. */
    void leave();
}
