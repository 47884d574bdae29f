package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Retransforms loaded classes, many at once: each time stops the program for a moment. */
final class Batches {
    private static final int AT_ONCE = 100;

    private final Instrumentation instrumentation;
    private final Map<String, String> failures;

    /** @param failures receives the classes that could not be changed, with the reason */
    Batches(Instrumentation instrumentation, Map<String, String> failures) {
        this.instrumentation = instrumentation;
        this.failures = failures;
    }

    /** Retransforms those of {@code classes} that can be. */
    void transform(List<Class<?>> classes) {
        List<Class<?>> some = new ArrayList<>();
        for (Class<?> type : classes) {
            if (!instrumentation.isModifiableClass(type)) continue;
            some.add(type);
            if (some.size() == AT_ONCE) retransform(some);
        }
        retransform(some);
    }

    /** If one of them cannot be changed, retransforms them one by one. */
    private void retransform(List<Class<?>> classes) {
        if (classes.isEmpty()) return;
        try {
            instrumentation.retransformClasses(classes.toArray(Class<?>[]::new));
        } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError failure) {
            // Other agents may change a class in a way that the JVM does not allow, and it then rejects all of these.
            if (classes.size() == 1) failures.put(classes.get(0).getName(), failure.toString());
            else for (Class<?> type : classes) retransform(new ArrayList<>(List.of(type)));
        }
        classes.clear();
    }
}
