package timemory.test;

import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Finds the annotations that apply to a test. */
final class Annotations {

    private Annotations() {}

    /**
     * Returns the context of the test method that {@code context} belongs to: itself, or for a dynamic test, which has none, that of its
     * factory.
     */
    static ExtensionContext withMethod(ExtensionContext context) {
        ExtensionContext at = context;
        while (at.getTestMethod().isEmpty()) {
            at = at.getParent().orElseThrow();
        }
        return at;
    }

    /** Returns the annotation of the method; otherwise of its class, or of the nearest enclosing class. */
    static <A extends Annotation> Optional<A> nearest(Class<A> type, ExtensionContext context) {
        Optional<A> own = onMethod(type, context);
        return own.isPresent() ? own : onClasses(type, context.getRequiredTestClass());
    }

    static <A extends Annotation> Optional<A> onMethod(Class<A> type, ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getTestMethod(), type);
    }

    static List<LapsBudget> lapsBudgets(ExtensionContext context) {
        return AnnotationSupport.findRepeatableAnnotations(context.getTestMethod(), LapsBudget.class);
    }

    private static <A extends Annotation> Optional<A> onClasses(Class<A> type, Class<?> testClass) {
        for (Class<?> at = testClass; at != null; at = around(at)) {
            Optional<A> found = AnnotationSupport.findAnnotation(at, type);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the enclosing test class; a static nested class does not inherit from its enclosing class. */
    private static @Nullable Class<?> around(Class<?> testClass) {
        return Modifier.isStatic(testClass.getModifiers()) ? null : testClass.getEnclosingClass();
    }
}
