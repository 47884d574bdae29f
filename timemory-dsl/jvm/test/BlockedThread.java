package timemory;

import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;

/** {@code runBlocking} by the name that it has in the class files of all versions. */
final class BlockedThread {
    private BlockedThread() {}

    /** Runs the suspending lambda {@code block}, which is such a function in class files. */
    @SuppressWarnings("unchecked")
    static void run(CoroutineContext context, Object block) throws InterruptedException {
        BuildersKt.runBlocking(context, (Function2<CoroutineScope, Continuation<? super Unit>, Object>) block);
    }
}
