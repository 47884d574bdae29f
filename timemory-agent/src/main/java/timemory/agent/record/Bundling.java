package timemory.agent.record;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import timemory.Bundle;
import timemory.RuntimeBundleKt;
import timemory.Scope;

/** One bundle for each list of components. */
public final class Bundling {
    private final Scope scope;
    private final ConcurrentMap<String, Bundle> bundles = new ConcurrentHashMap<>();

    /** @param scope of regions, {@code null} for as the settings say */
    public Bundling(Scope scope) {
        this.scope = scope;
    }

    /**
     * The bundle of {@code components}.
     *
     * @throws IllegalArgumentException for one that is unknown or stands twice
     */
    public Bundle of(String components) {
        return bundles.computeIfAbsent(components, ids -> RuntimeBundleKt.bundleOfIds(ids, scope));
    }
}
