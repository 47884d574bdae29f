package timemory.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** The body of a test method, to be run again with the same arguments. Allocates nothing itself. */
final class RepeatedBody implements Block {

    private final Method method;
    private final @Nullable Object target;
    private final Object[] arguments;

    RepeatedBody(ReflectiveInvocationContext<Method> invocation) {
        method = invocation.getExecutable();
        target = invocation.getTarget().orElse(null);
        arguments = invocation.getArguments().toArray();
        method.setAccessible(true);
    }

    @Override
    public void run() throws Throwable {
        try {
            method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
