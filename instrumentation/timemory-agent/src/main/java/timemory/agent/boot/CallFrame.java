package timemory.agent.boot;

/** The frame of a measured call in its coroutine's chain of frames: the continuation of the called function. */
public interface CallFrame {

    /** Returns the call. */
    SuspendingCall call();
}
