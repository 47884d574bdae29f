package timemory.agent.record;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import timemory.bundle.Bundle;
import timemory.Components;
import timemory.NamedBundlesKt;
import timemory.Scope;
import timemory.agent.select.MeasuredMark;

/**
 * One bundle for each list of components. Errors in a list are reported once, and do not keep a function from being measured.
 *
 * <p>May be used by any number of threads.
 */
public final class Bundling {
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private final @Nullable Scope scope;
    private final ConcurrentMap<String, Bundle> bundles = new ConcurrentHashMap<>();

    /** @param scope that of regions, {@code null} as the settings specify */
    public Bundling(@Nullable Scope scope) {
        this.scope = scope;
    }

    /**
     * Returns the bundle of {@code components}, ids or a user bundle in the format of {@link MeasuredMark}: of those that exist, or of a
     * wall clock if there are none.
     */
    public Bundle of(String components) {
        Bundle known = bundles.get(components);
        if (known != null) return known;
        // Not inside the map: components may be third-party classes, which may be initialised here.
        Bundle made = make(components);
        Bundle before = bundles.putIfAbsent(components, made);
        return before != null ? before : made;
    }

    private Bundle make(String components) {
        try {
            if (components.startsWith(MeasuredMark.USER_BUNDLE)) {
                return NamedBundlesKt.userBundle(components.substring(MeasuredMark.USER_BUNDLE.length()));
            }
            return NamedBundlesKt.bundleOfIds(components, scope);
        } catch (IllegalArgumentException failure) {
            Set<String> ids = new LinkedHashSet<>();
            for (String word : components.split("[,;\\s]+")) {
                var type = word.isEmpty() ? null : Components.find(word);
                if (type != null) ids.add(type.getId());
            }
            String left = ids.isEmpty() ? "wall_clock" : String.join(",", ids);
            if (REPORTED.add(components))
                System.err.println("timemory: components '" + components + "': " + failure.getMessage() + "; measured: " + left);
            return made(left);
        }
    }

    /** After removing the errors, the only possible error is that there are too many. */
    private Bundle made(String ids) {
        try {
            return NamedBundlesKt.bundleOfIds(ids, scope);
        } catch (IllegalArgumentException ignored) {
            return NamedBundlesKt.bundleOfIds("wall_clock", scope);
        }
    }
}
