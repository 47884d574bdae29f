package timemory.agent.boot;

/** The frame of a measured call in its coroutine's chain of frames: what the function that was called continues with. */
public interface CallFrame {

    /** The call. */
    SuspendingCall call();
}
