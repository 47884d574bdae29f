package timemory.context.propagation;

/**
 * A value of {@link PositionAccessor} that moves on while it is carried, such as a request that enters its route: the carrier puts it into
 * a context under {@link PositionAccessor#KEY}, as {@code contextWrite(context -> context.put(KEY, carried))}.
 *
 * <p>Called from any thread, possibly by several at once.
 */
public interface PropagatedScope {

    /** Called when a scope starts on the calling thread: regions opened from now on belong to it. */
    void enter();

    /** Called when the scope that the calling thread entered last ends. */
    void leave();
}
