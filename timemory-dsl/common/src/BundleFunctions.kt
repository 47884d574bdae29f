package timemory

import kotlin.jvm.JvmName
import timemory.bundle.Bundle1
import timemory.bundle.BundleBuilder
import timemory.internal.callgraph.componentSet

/*
 * `bundle<WallClock, ThreadCpuClock>()` and its like. BundleFunctionsArities.kt, which is generated from the same pattern, has those for
 * two to eight components.
 */

/**
 * A bundle of one component, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component occurs twice in it
 */
@JvmName("bundle1")
public inline fun <reified A : Component> bundle(scope: Scope? = null): Bundle1<A> =
    Bundle1(componentSet(scope, typeKey<A>()))

/**
 * A bundle of one component, and of what [configure] adds: `bundle<WallClock> { add(queueDepth); percentiles(50, 99) }`.
 *
 * @throws IllegalArgumentException if a component occurs twice in it, or there are more than 64
 */
@JvmName("bundle1")
public inline fun <reified A : Component> bundle(configure: BundleBuilder.() -> Unit): Bundle1<A> {
    val builder = BundleBuilder(typeKey<A>()).apply(configure)
    return builder.complete(Bundle1(builder.componentSet()))
}
