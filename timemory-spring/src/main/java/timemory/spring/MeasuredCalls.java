package timemory.spring;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import kotlin.coroutines.Continuation;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import timemory.Bundles;
import timemory.Measured;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;

/** Measures calls of methods that are marked by {@link Measured}. Thread-safe. */
final class MeasuredCalls implements MethodInterceptor {

    private record Marked(String label, RuntimeBundle bundle, boolean suspends) {}

    private final String components;
    private final Map<MethodClassKey, Marked> known = new ConcurrentHashMap<>();

    MeasuredCalls(String components) {
        this.components = components;
    }

    @Override
    public Object invoke(MethodInvocation invocation) throws Throwable {
        if (!Timemory.isEnabled()) return invocation.proceed();
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
        Marked marked = known.computeIfAbsent(new MethodClassKey(invocation.getMethod(), type), key -> read(invocation.getMethod(), type));
        if (marked.suspends) return SuspendingCall.measure(invocation, marked.label, marked.bundle);
        try (OpenRegion region = marked.bundle.open(marked.label)) {
            return invocation.proceed();
        }
    }

    private Marked read(Method called, Class<?> type) {
        Method method = AopUtils.getMostSpecificMethod(called, type);
        Measured own = AnnotatedElementUtils.findMergedAnnotation(method, Measured.class);
        Measured ofClass = AnnotatedElementUtils.findMergedAnnotation(type, Measured.class);
        String chosen = own != null && !own.components().isEmpty() ? own.components()
                : ofClass != null && !ofClass.components().isEmpty() ? ofClass.components() : components;
        String label = own == null || own.value().isEmpty() ? type.getName() + "." + method.getName() : own.value();
        Class<?>[] parameters = method.getParameterTypes();
        boolean suspends = parameters.length > 0 && parameters[parameters.length - 1] == Continuation.class;
        return new Marked(label, Bundles.of(chosen), suspends);
    }
}
