package programs;

import java.util.concurrent.CompletableFuture;
import kotlin.Result;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;

/** Calls a suspend function with its own continuation. */
final class JavaCalls {
    private JavaCalls() {}

    static Object call(int number) throws Exception {
        CompletableFuture<Object> future = new CompletableFuture<>();
        Object result = CoroutinesKt.half(number, new Continuation<>() {
            @Override
            public CoroutineContext getContext() {
                return EmptyCoroutineContext.INSTANCE;
            }

            @Override
            public void resumeWith(Object result) {
                future.complete(result);
            }
        });
        return result == IntrinsicsKt.getCOROUTINE_SUSPENDED() ? future.get() : result;
    }
}
