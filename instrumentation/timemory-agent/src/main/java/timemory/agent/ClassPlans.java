package timemory.agent;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how each class was woven, so that a function keeps its number and label when its class is woven again: with more functions,
 * without those that are no longer measured, or because another agent retransforms it.
 *
 * <p>May be used by any number of threads.
 */
final class ClassPlans {
    /** That of the boot loader, which has no object. */
    private final Map<String, ClassPlan> ofBootLoader = new ConcurrentHashMap<>();

    private final Map<ClassLoader, Map<String, ClassPlan>> ofLoaders = Collections.synchronizedMap(new WeakHashMap<>());

    /** Returns that of the class {@code name}, creating it if necessary. */
    ClassPlan of(@Nullable ClassLoader loader, String name) {
        Map<String, ClassPlan> known = loader == null ? ofBootLoader : ofLoader(loader);
        ClassPlan plan = known.get(name);
        if (plan != null) return plan;
        ClassPlan made = new ClassPlan();
        ClassPlan before = known.putIfAbsent(name, made);
        return before != null ? before : made;
    }

    private Map<String, ClassPlan> ofLoader(ClassLoader loader) {
        synchronized (ofLoaders) {
            Map<String, ClassPlan> known = ofLoaders.get(loader);
            if (known != null) return known;
            Map<String, ClassPlan> made = new ConcurrentHashMap<>();
            ofLoaders.put(loader, made);
            return made;
        }
    }

    /** Returns that of the class {@code name}, {@code null} if nothing was woven in it. */
    @Nullable
    ClassPlan find(@Nullable ClassLoader loader, String name) {
        Map<String, ClassPlan> known = loader == null ? ofBootLoader : ofLoaders.get(loader);
        return known == null ? null : known.get(name);
    }
}
