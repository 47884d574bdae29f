package timemory.spring;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.Timemory;
import timemory.bundle.Bundle;
import timemory.spi.SuspendingRegions;

/**
 * A call of a suspending function: one lap, which ends when the function does, on any thread. The caller's continuation is the last
 * argument.
 *
 * <p>With kotlinx-coroutines-reactor, Spring converts the function to a {@code Mono} and awaits that itself; otherwise it is called
 * directly, and resumes through its continuation.
 */
final class SuspendingCall implements Continuation<Object> {
    private final Continuation<Object> caller;
    private final OpenRegion region;
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    private SuspendingCall(Continuation<Object> caller, OpenRegion region) {
        this.caller = caller;
        this.region = region;
    }

    static @Nullable Object measure(MethodInvocation invocation, String label, Bundle bundle) throws Throwable {
        return measure(invocation, label, bundle, CONVERTS);
    }

    /** @param converts whether Spring converts the function to a {@code Mono} */
    static @Nullable Object measure(MethodInvocation invocation, String label, Bundle bundle, boolean converts) throws Throwable {
        Object[] arguments = invocation.getArguments();
        @SuppressWarnings("unchecked") // the last argument of a suspending function
        Continuation<Object> caller = (Continuation<Object>) arguments[arguments.length - 1];
        if (!Timemory.isEnabled()) return invocation.proceed();
        SuspendingCall call = new SuspendingCall(caller, SuspendingRegions.openSuspending(bundle, label, caller.getContext()));
        boolean goesOn = false;
        try {
            Object result;
            if (converts) {
                result = OnTerminate.of(Objects.requireNonNull(invocation.proceed()), call::end);
                goesOn = true;
            } else {
                arguments[arguments.length - 1] = call;
                result = invocation.proceed();
                goesOn = result == IntrinsicsKt.getCOROUTINE_SUSPENDED();
            }
            return result;
        } finally {
            if (!goesOn) call.end();
        }
    }

    /** The check that Spring's proxies use. */
    private static final boolean CONVERTS =
            ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", SuspendingCall.class.getClassLoader());

    @Override
    public CoroutineContext getContext() {
        return caller.getContext();
    }

    @Override
    public void resumeWith(Object result) {
        end();
        caller.resumeWith(result);
    }

    /** Called on any thread, which may be unrelated to the coroutine. */
    private void end() {
        if (!hasEnded.compareAndSet(false, true)) return;
        Strand strand = Strand.of(caller.getContext());
        try (Strand.Slice slice = strand == null ? null : strand.resume()) {
            region.close();
        }
    }
}
