package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/** Inspects the coroutines of one Kotlin runtime: a program may have several, each in its own loader. */
public interface CoroutineFrames {

    /**
     * Returns the mark in the innermost frame around {@code continuation} that the agent knows: a call, or the mark of a root; {@code null}
     * if there is none.
     */
    @Nullable
    Object mark(Object continuation);

    /** Returns the context of the coroutine of {@code continuation}. */
    Object context(Object continuation);

    /** Whether code that ends with {@code completion} is part of a coroutine, rather than a separate one. */
    boolean isWithinCoroutine(Object completion);

    /** Returns a continuation for {@code completion}; a coroutine that ends with it is found to have {@code mark}. */
    Object root(Object completion, Object mark);

    /** Returns a continuation for {@code completion} that notifies {@code call} of its end first. */
    CallFrame frame(Object completion, int site, SuspendingCall call);

    /**
     * Returns the frame of the call of the function {@code site} whose own {@code continuation} is being resumed, {@code null} if it is not
     * measured.
     */
    @Nullable
    CallFrame frameOf(Object continuation, int site);

    /** Returns the value that a suspended function returns. */
    Object suspended();
}
