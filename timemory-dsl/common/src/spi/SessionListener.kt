package timemory.spi

import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.SessionHooks
import timemory.settings.Settings

/**
 * Notified when sessions start, record, and end: from [Timemory.init][timemory.Timemory.init] or the first region until
 * [Timemory.finalize][timemory.Timemory.finalize] or the end of the process. Override what you need and [register] it.
 *
 * Exceptions from its functions are reported as a problem, and measuring continues. To get the results of a session that has ended, use
 * [Timemory.whenFinalized][timemory.Timemory.whenFinalized].
 *
 * ### Thread-safety
 * Called from any thread, possibly by several at once.
 */
@ExperimentalTimemoryApi
public abstract class SessionListener {
    /**
     * A session has started, and measures with [settings]. Not called for a session that is already running when the listener is
     * registered.
     */
    public open fun started(settings: Settings) {}

    /**
     * The calling thread is about to record its first region in a session. Not called for threads that recorded before [register]; called
     * more than once for virtual threads. The region waits for it, so it should be fast.
     */
    public open fun threadStarted() {}

    /**
     * Results are about to be made: at the session's end if [isEnd], when no region is recorded any more; otherwise for a snapshot, while
     * threads continue measuring.
     */
    public open fun beforeResults(isEnd: Boolean) {}

    /** A session has ended, and its results have been read. Another one may already be running. */
    public open fun ended() {}

    /** Registers it for future calls. Call it only once. */
    public fun register(): Unit = SessionHooks.add(this)

    /** Removes it; does nothing if it is not registered. */
    public fun unregister(): Unit = SessionHooks.remove(this)
}
