package timemory.context.propagation;

/**
 * A value of {@link PositionAccessor} that moves on while it is carried, as a request does that enters its route: whoever carries it puts
 * it into a context under {@link PositionAccessor#KEY}, as {@code contextWrite(context -> context.put(KEY, carried))}.
 *
 * <p>Called from any thread, by several at once where their scopes are.
 */
public interface PropagatedScope {

    /** A scope begins on the calling thread: what it measures from now on belongs to this. */
    void enter();

    /** The scope ends that the calling thread entered last. */
    void leave();
}
