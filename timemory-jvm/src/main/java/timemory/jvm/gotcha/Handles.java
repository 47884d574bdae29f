package timemory.jvm.gotcha;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Method handles for this package's own methods, and combinators that {@link MethodHandles} lacks. */
final class Handles {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private Handles() {}

    static MethodHandle find(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findStatic(owner, name, type);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static MethodHandle findVirtual(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findVirtual(owner, name, type);
        } catch (ReflectiveOperationException exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** Returns a handle for a user's method, whose class need not be public. */
    static MethodHandle of(Method method) throws IllegalAccessException {
        if (!method.trySetAccessible()) {
            throw new IllegalAccessException(method + " cannot be called from here: make it and its class public, and open its package "
                    + "to timemory.jvm");
        }
        return LOOKUP.unreflect(method).asFixedArity();
    }

    /** Combines {@code handles}, all with the same parameters and no result, into a sequence; {@code null} if there are none. */
    static @Nullable MethodHandle sequence(List<MethodHandle> handles) {
        MethodHandle all = null;
        for (int i = handles.size() - 1; i >= 0; i--) all = all == null ? handles.get(i) : MethodHandles.foldArguments(all, handles.get(i));
        return all;
    }

    /** Returns {@code last}, preceded by calls of each of {@code before} in order, with the first of its arguments. */
    static MethodHandle after(MethodHandle last, MethodHandle... before) {
        MethodHandle all = last;
        for (int i = before.length - 1; i >= 0; i--) all = MethodHandles.foldArguments(all, before[i]);
        return all;
    }

    /** Returns a handle that returns its second argument, where the first is an exception; nothing if {@code result} is {@code void}. */
    static MethodHandle afterCall(Class<?> result, List<Class<?>> more) {
        MethodHandle handle = result == void.class
                ? MethodHandles.empty(MethodType.methodType(void.class))
                : MethodHandles.identity(result);
        handle = MethodHandles.dropArguments(handle, 0, Throwable.class);
        return MethodHandles.dropArguments(handle, handle.type().parameterCount(), more);
    }
}
