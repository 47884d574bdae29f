package kotlin.coroutines.jvm.internal;

import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import timemory.agent.boot.CallFrame;
import timemory.agent.boot.SuspendingCall;

/**
 * Stands between a call of a {@code suspend} function and what its caller continues with, and so learns when a call that was suspended
 * ends.
 *
 * <p>It passes on what it is given. As any continuation that Kotlin's compiler makes, it can be dispatched ({@code intercepted()}), which
 * functions want that hand their caller's continuation on, and it is a link in the chain of frames of the coroutine.
 *
 * <p>The agent defines this class beside those of the program's own Kotlin. It calls nothing but that and the boot loader's classes.
 */
@SuppressWarnings("serial") // Like any continuation; it is never stored.
final class TimemoryCall extends ContinuationImpl implements CallFrame {
    private final int site;

    /** {@code null} after it was serialized. */
    private final transient SuspendingCall call;

    TimemoryCall(Continuation<Object> completion, int site, SuspendingCall call) {
        super(completion);
        this.site = site;
        this.call = call;
    }

    @Override
    public SuspendingCall call() {
        return call;
    }

    boolean isOf(int site) {
        return this.site == site && call != null;
    }

    @Override
    protected Object invokeSuspend(Object result) {
        if (call != null) call.end();
        ResultKt.throwOnFailure(result);
        return result;
    }

    @Override
    public String toString() {
        return String.valueOf(getCompletion());
    }
}
