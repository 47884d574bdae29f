package timemory.nativecalls;

import timemory.ExperimentalTimemoryApi;

/**
 * Java code around the calls of a native function, for {@link NativeGotcha}.
 *
 * <p>Thread-safety: called on the threads that call the function, any number at once. Calls that it makes itself bypass gotchas. It must
 * not wait for anything that the function's caller may hold.
 */
@ExperimentalTimemoryApi
public interface NativeAudit {

    /**
     * The function is about to be called.
     *
     * @param arguments its first six integer or pointer arguments, in order; entries after its last argument, and the upper halves of
     *     32-bit arguments, are undefined
     */
    default void incoming(long[] arguments) {}

    /**
     * The call that {@link #incoming} saw has returned.
     *
     * @param result the return value, if that is an integer or a pointer; the upper half of an {@code int} is undefined
     */
    default void outgoing(long result) {}
}
