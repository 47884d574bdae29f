package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/** Looks into the coroutines of one Kotlin: a program may have several, each in a loader of its own. */
public interface CoroutineFrames {

    /**
     * What was left in the innermost frame around {@code continuation} that the agent knows: a call, or the mark of a root; {@code null}
     * without.
     */
    @Nullable
    Object mark(Object continuation);

    /** The context of the coroutine of {@code continuation}. */
    Object context(Object continuation);

    /** Whether code that ends with {@code completion} is part of a coroutine, rather than one of its own. */
    boolean isWithinCoroutine(Object completion);

    /** Continues with {@code completion}; a coroutine that ends with it is found to have {@code mark}. */
    Object root(Object completion, Object mark);

    /** Continues with {@code completion}, and tells {@code call} of its end before. */
    CallFrame frame(Object completion, int site, SuspendingCall call);

    /**
     * The frame of the call of the function {@code site} whose own {@code continuation} is being resumed, {@code null} where it is not
     * measured.
     */
    @Nullable
    CallFrame frameOf(Object continuation, int site);

    /** What a function returns that is suspended. */
    Object suspended();
}
