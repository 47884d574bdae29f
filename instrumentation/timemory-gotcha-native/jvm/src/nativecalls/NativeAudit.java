package timemory.nativecalls;

import timemory.ExperimentalTimemoryApi;

/**
 * Java code around the calls of a native function, by {@link NativeGotcha}.
 *
 * <p>Thread-safety: called on the threads that call the function, any number at once. What it calls itself passes gotchas by. It must not
 * wait for what the function's caller may hold.
 */
@ExperimentalTimemoryApi
public interface NativeAudit {

    /**
     * The function is about to be called.
     *
     * @param arguments its first six arguments that are integers or pointers, in their order; behind those that it has, and in the upper
     *     half of those of 32 bits, stands anything
     */
    default void incoming(long[] arguments) {}

    /**
     * The call that {@link #incoming} saw has returned.
     *
     * @param result what it returned, where that is an integer or a pointer; in the upper half of an {@code int} stands anything
     */
    default void outgoing(long result) {}
}
