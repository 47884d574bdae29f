package timemory.bundle

import timemory.ComponentType
import timemory.Scope
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.MAX_COMPONENTS
import timemory.internal.callgraph.componentSet
import timemory.internal.lean.*
import timemory.keyOf

/**
 * A bundle whose components are chosen while the program runs, by [bundleOf][timemory.bundleOf]; in Java by `Bundles.of`. It measures like
 * any other bundle, with the overhead of calls that the compiler cannot inline; its laps are recorded together with those of a bundle of
 * the same components.
 *
 * ### Thread-safety
 * Immutable; may be used from any number of threads at once.
 */
public class RuntimeBundle internal constructor(set: ComponentSet) : Bundle(set) {
    /** Creates a handle on the region [label], to be started and stopped. */
    public fun region(label: String): RuntimeRegion = RuntimeRegion(this, label)
}

/** A [Region] of a bundle whose components are chosen while the program runs. */
public class RuntimeRegion internal constructor(bundle: RuntimeBundle, label: String) : Region(bundle, label)

/** Returns the set of components with [types], which may be empty. */
internal fun componentSetOf(types: Collection<ComponentType<*>>, scope: Scope?): ComponentSet {
    require(types.size <= MAX_COMPONENTS) {
        val excess = types.drop(MAX_COMPONENTS).map { it.id }.joinToString()
        "a bundle has 1 to ${MAX_COMPONENTS} components, not ${types.size}: remove $excess, or others"
    }
    return componentSet(scope, *types.map { keyOf(it.create()) }.toTypedArray())
}
