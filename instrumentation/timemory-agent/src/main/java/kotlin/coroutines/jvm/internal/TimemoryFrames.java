package kotlin.coroutines.jvm.internal;

import kotlin.coroutines.Continuation;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import timemory.agent.boot.CallFrame;
import timemory.agent.boot.CoroutineFrames;
import timemory.agent.boot.SuspendingCall;

/** Inspects the coroutines of the Kotlin runtime next to which it is defined. */
public final class TimemoryFrames implements CoroutineFrames {
    @Override
    public Object mark(Object continuation) {
        Object frame = continuation;
        while (frame instanceof CoroutineStackFrame) {
            if (frame instanceof TimemoryCall && ((TimemoryCall) frame).call() != null) return ((TimemoryCall) frame).call();
            if (frame instanceof TimemoryRoot) return ((TimemoryRoot) frame).mark;
            frame = ((CoroutineStackFrame) frame).getCallerFrame();
        }
        return null;
    }

    @Override
    public Object context(Object continuation) {
        return ((Continuation<?>) continuation).getContext();
    }

    @Override
    public boolean isWithinCoroutine(Object completion) {
        return completion instanceof CoroutineStackFrame;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object root(Object completion, Object mark) {
        return new TimemoryRoot((Continuation<Object>) completion, mark);
    }

    @Override
    @SuppressWarnings("unchecked")
    public CallFrame frame(Object completion, int site, SuspendingCall call) {
        return new TimemoryCall((Continuation<Object>) completion, site, call);
    }

    @Override
    public CallFrame frameOf(Object continuation, int site) {
        if (!(continuation instanceof BaseContinuationImpl)) return null;
        Object completion = ((BaseContinuationImpl) continuation).getCompletion();
        return completion instanceof TimemoryCall && ((TimemoryCall) completion).isOf(site) ? (CallFrame) completion : null;
    }

    @Override
    public Object suspended() {
        return IntrinsicsKt.getCOROUTINE_SUSPENDED();
    }
}
