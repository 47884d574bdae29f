package timemory

import kotlin.jvm.JvmName
import timemory.bundle.Bundle1
import timemory.bundle.BundleBuilder
import timemory.internal.callgraph.componentSet

/*
 * The function `bundle<WallClock, ThreadCpuClock>()` and its variants. BundleFunctionsArities.kt, generated from this pattern, contains
 * those for two to eight components.
 */

/**
 * Creates a bundle of one component, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; as the settings specify by default
 * @throws IllegalArgumentException if it contains a component twice
 * @sample readme.first.main
 * @since 0.2.0
 */
@JvmName("bundle1")
public inline fun <reified A : Component> bundle(scope: Scope? = null): Bundle1<A> =
    Bundle1(componentSet(scope, typeKey<A>()))

/**
 * Creates a bundle of one component and the additions made by [configure]: `bundle<WallClock> { add(queueDepth); percentiles(50, 99) }`.
 *
 * @throws IllegalArgumentException if it contains a component twice or has more than 64 components
 */
@JvmName("bundle1")
public inline fun <reified A : Component> bundle(configure: BundleBuilder.() -> Unit): Bundle1<A> {
    val builder = BundleBuilder(typeKey<A>()).apply(configure)
    return builder.complete(Bundle1(builder.componentSet()))
}
