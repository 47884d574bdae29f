package timemory.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import kotlin.coroutines.Continuation;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import timemory.Bundles;
import timemory.Measured;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.bundle.Bundle;

/** Measures calls of methods annotated with {@link Measured}. Thread-safe. */
final class MeasuredCalls implements MethodInterceptor {

    /** The annotation that timemory's Kotlin compiler plugin adds to functions that measure themselves. */
    private static final String INSTRUMENTED = "timemory.instrument.Instrumented";

    /** @param bundle {@code null} for a method that measures itself */
    private record Marked(String label, @Nullable Bundle bundle, boolean suspends) {}

    private final String components;
    private final Map<MethodClassKey, Marked> known = new ConcurrentHashMap<>();

    MeasuredCalls(String components) {
        this.components = components;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        if (!Timemory.isEnabled()) return invocation.proceed();
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
        Marked marked = known.computeIfAbsent(new MethodClassKey(invocation.getMethod(), type), key -> read(invocation.getMethod(), type));
        if (marked.bundle == null) return invocation.proceed();
        if (marked.suspends) return SuspendingCall.measure(invocation, marked.label, marked.bundle);
        try (OpenRegion region = marked.bundle.open(marked.label)) {
            return invocation.proceed();
        }
    }

    private Marked read(Method called, Class<?> type) {
        Method method = AopUtils.getMostSpecificMethod(called, type);
        if (measuresItself(method)) return new Marked("", null, false);
        Measured own = AnnotatedElementUtils.findMergedAnnotation(method, Measured.class);
        Measured ofClass = AnnotatedElementUtils.findMergedAnnotation(type, Measured.class);
        Bundle bundle = bundleOf(own);
        if (bundle == null) bundle = bundleOf(ofClass);
        String label = own == null || own.value().isEmpty() ? type.getName() + "." + method.getName() : own.value();
        Class<?>[] parameters = method.getParameterTypes();
        boolean suspends = parameters.length > 0 && parameters[parameters.length - 1] == Continuation.class;
        return new Marked(label, bundle == null ? Bundles.of(components) : bundle, suspends);
    }

    /** Returns the annotation's components; {@code null} if {@code mark} does not name any. */
    private static @Nullable Bundle bundleOf(@Nullable Measured mark) {
        if (mark == null) return null;
        if (!mark.components().isEmpty()) return Bundles.of(mark.components());
        return mark.bundle().isEmpty() ? null : Bundles.user(mark.bundle());
    }

    private static boolean measuresItself(Method method) {
        for (Annotation one : method.getAnnotations()) if (one.annotationType().getName().equals(INSTRUMENTED)) return true;
        return false;
    }
}
