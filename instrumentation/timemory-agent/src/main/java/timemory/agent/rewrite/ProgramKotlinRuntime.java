package timemory.agent.rewrite;

import java.security.CodeSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import timemory.agent.boot.CoroutineFrames;

/**
 * The Kotlin runtime of a program that was woven ahead of time: two of its classes were woven with it, see {@link EmbeddedKotlinClasses}.
 * If the library itself precedes those, suspending functions are not measured, which is reported once. May be used by any number of
 * threads.
 */
final class ProgramKotlinRuntime implements Function<Class<?>, @Nullable CoroutineFrames> {
    private static final String PACKAGE = "kotlin.coroutines.jvm.internal.";

    private final AtomicBoolean isSaid = new AtomicBoolean();

    /** Returns the access to the coroutines that a class of continuations belongs to, {@code null} if that is not possible. */
    @Override
    public @Nullable CoroutineFrames apply(Class<?> continuation) {
        try {
            Class<?> resumption = Class.forName(PACKAGE + "BaseContinuationImpl", false, continuation.getClassLoader());
            Class<?> frames = Class.forName(PACKAGE + "TimemoryFrames", true, resumption.getClassLoader());
            if (!isOfOnePlace(resumption, frames)) throw new ClassNotFoundException("kotlin-stdlib precedes the rewritten program");
            return (CoroutineFrames) frames.getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError failure) {
            if (isSaid.compareAndSet(false, true))
                System.err.println("timemory: suspend functions are not measured: " + failure.getMessage());
            return null;
        }
    }

    private static boolean isOfOnePlace(Class<?> one, Class<?> other) {
        CodeSource first = one.getProtectionDomain().getCodeSource();
        CodeSource second = other.getProtectionDomain().getCodeSource();
        return one.getClassLoader() == other.getClassLoader()
                && (first == null || second == null ? first == second : first.getLocation().equals(second.getLocation()));
    }
}
