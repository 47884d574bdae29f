package timemory

import kotlin.jvm.JvmName
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.componentSet

/**
 * A bundle whose components are chosen while the program runs, by [bundleOf]; in Java by `Bundles.of`. It measures as any other, at the
 * cost of calls that the compiler cannot resolve; its laps and those of a bundle with the same components are recorded together.
 *
 * ### Thread-safety
 * Immutable; may be used from any number of threads at once.
 */
public class RuntimeBundle internal constructor(set: ComponentSet) : Bundle(set) {
    /** A handle on the region [label], to be started and stopped. */
    public fun region(label: String): RuntimeRegion = RuntimeRegion(this, label)
}

/** A [Region] of a bundle whose components are chosen while the program runs. */
public class RuntimeRegion internal constructor(bundle: RuntimeBundle, label: String) : Region(bundle, label)

/**
 * A bundle of the components with the ids in [components], separated by commas, semicolons or spaces: `bundleOf("wall_clock, peak_rss")`.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if an id is unknown, stands twice, or if there is none
 */
@JvmName("bundleOfIds")
public fun bundleOf(components: String, scope: Scope? = null): RuntimeBundle = bundleOf(Components.ofNames(components), scope)

/**
 * A bundle of the components with [types].
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a type stands twice, or if there are none or more than 64 of them
 */
@JvmName("bundleOfTypes")
public fun bundleOf(types: List<ComponentType<*>>, scope: Scope? = null): RuntimeBundle {
    require(types.isNotEmpty()) { "a bundle has 1 to ${ComponentSet.MOST} components, not 0" }
    return RuntimeBundle(componentSetOf(types, scope))
}

/** The set of the components with [types], which may be none. */
internal fun componentSetOf(types: Collection<ComponentType<*>>, scope: Scope?): ComponentSet {
    require(types.size <= ComponentSet.MOST) {
        val excess = types.drop(ComponentSet.MOST).joinToString { it.id }
        "a bundle has 1 to ${ComponentSet.MOST} components, not ${types.size}: leave out $excess, or others"
    }
    return componentSet(scope, *types.map { keyOf(it.create()) }.toTypedArray())
}
