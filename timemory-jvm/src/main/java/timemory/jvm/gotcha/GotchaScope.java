package timemory.jvm.gotcha;

import timemory.ExperimentalTimemoryApi;

/** Where a gotcha is active while a region with it is open. */
@ExperimentalTimemoryApi
public enum GotchaScope {
    /** In the whole process, as in timemory for C++. */
    PROCESS,

    /**
     * On the thread that opened the region; for a suspending region, on the thread that runs its coroutine. Not on threads that work is
     * propagated to.
     */
    THREAD,
}
