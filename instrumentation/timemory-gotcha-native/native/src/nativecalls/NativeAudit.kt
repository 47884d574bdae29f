package timemory.nativecalls

import timemory.ExperimentalTimemoryApi

/**
 * Kotlin code around the calls of the functions that a [NativeGotcha] wraps: in each, after its region started and before it ends.
 *
 * Its own calls bypass gotchas. An exception is reported once, and the call continues. It must not wait for anything that the function's
 * caller may hold.
 *
 * ### Thread-safety
 * Called on the threads that call the functions, any number at once.
 */
@ExperimentalTimemoryApi
public interface NativeAudit {
    /** The function is about to be called. */
    public fun incoming(call: NativeCall) {}

    /**
     * The call that [incoming] saw has ended; `null` if it did not return: because of a C++ exception, `longjmp` or the end of the thread.
     */
    public fun outgoing(call: NativeCall?) {}
}
