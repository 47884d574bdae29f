package timemory.internal.platform;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Java 21's knowledge of virtual threads, queried in a way that also runs on Java 17, which has none. */
final class VirtualThreads {

    /**
     * The class of all virtual threads in OpenJDK and its derivatives, {@code null} elsewhere: checking it delays startup less than a
     * method handle, for which the JVM creates classes.
     */
    private static final @Nullable Class<?> VIRTUAL = virtualThread();

    private VirtualThreads() {}

    /** Whether the calling thread is a virtual one. */
    static boolean isCurrent() {
        return VIRTUAL == null ? ByHandle.isCurrent() : VIRTUAL.isInstance(Thread.currentThread());
    }

    private static @Nullable Class<?> virtualThread() {
        try {
            return Class.forName("java.lang.BaseVirtualThread", false, null);
        } catch (ClassNotFoundException ignored) {
            return null;
        }
    }

    /** Used if there are no virtual threads, or their class has another name. */
    private static final class ByHandle {

        private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

        private ByHandle() {}

        static boolean isCurrent() {
            if (IS_VIRTUAL == null) {
                return false;
            }
            try {
                return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
            } catch (Throwable failure) { // the method does not throw
                throw new IllegalStateException(failure);
            }
        }

        private static @Nullable MethodHandle isVirtual() {
            try {
                return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
            } catch (NoSuchMethodException beforeJava21) {
                return null;
            } catch (IllegalAccessException exception) {
                throw new IllegalStateException(exception);
            }
        }
    }
}
