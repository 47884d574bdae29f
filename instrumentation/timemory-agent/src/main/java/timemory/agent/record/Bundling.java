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
 * One bundle for each list of components. What is wrong in a list is reported once, and does not keep a function from being measured.
 *
 * <p>May be used by any number of threads.
 */
public final class Bundling {
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private final @Nullable Scope scope;
    private final ConcurrentMap<String, Bundle> bundles = new ConcurrentHashMap<>();

    /** @param scope of regions, {@code null} for as the settings say */
    public Bundling(@Nullable Scope scope) {
        this.scope = scope;
    }

    /**
     * The bundle of {@code components}, ids or what {@link MeasuredMark} has for a user bundle: of those among them that there are, of a
     * wall clock where there are none.
     */
    public Bundle of(String components) {
        Bundle known = bundles.get(components);
        if (known != null) return known;
        // Not inside the map: components are classes of anybody's, and may be initialised here.
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

    /** Without the mistakes it can only be too many that are wrong. */
    private Bundle made(String ids) {
        try {
            return NamedBundlesKt.bundleOfIds(ids, scope);
        } catch (IllegalArgumentException ignored) {
            return NamedBundlesKt.bundleOfIds("wall_clock", scope);
        }
    }
}
