package kotlin.coroutines.jvm.internal;

import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;

/** The outermost frame of a coroutine, which precedes its completion and stores the agent's data about the coroutine. */
final class TimemoryRoot implements Continuation<Object>, CoroutineStackFrame {
    private final Continuation<Object> completion;
    final Object mark;

    TimemoryRoot(Continuation<Object> completion, Object mark) {
        this.completion = completion;
        this.mark = mark;
    }

    @Override
    public CoroutineContext getContext() {
        return completion.getContext();
    }

    @Override
    public void resumeWith(Object result) {
        completion.resumeWith(result);
    }

    @Override
    public CoroutineStackFrame getCallerFrame() {
        return completion instanceof CoroutineStackFrame ? (CoroutineStackFrame) completion : null;
    }

    @Override
    public StackTraceElement getStackTraceElement() {
        return null;
    }

    @Override
    public String toString() {
        return completion.toString();
    }
}
