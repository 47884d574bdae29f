package timemory

import kotlin.jvm.JvmName
import kotlin.jvm.JvmSynthetic
import timemory.bundle.BundleBuilder
import timemory.bundle.Profiler
import timemory.bundle.RuntimeBundle
import timemory.bundle.UserBundle
import timemory.bundle.componentSetOf
import timemory.internal.callgraph.MAX_COMPONENTS
import timemory.internal.text.wordsOf

/**
 * Creates a bundle of the components with the ids in [components], separated by commas, semicolons or spaces:
 * `bundleOf("wall_clock, peak_rss")`. The bundle of `none` measures nothing.
 *
 * @param scope where laps are recorded; as the settings specify by default
 * @throws IllegalArgumentException if an id is unknown or occurs twice, or if the list is empty
 */
@JvmName("bundleOfIds")
public fun bundleOf(components: String, scope: Scope? = null): RuntimeBundle {
    val named = NamedComponents.of(wordsOf(components))
    named.mistake?.let { throw IllegalArgumentException(it) }
    return if (named.isNone) RuntimeBundle(componentSetOf(emptyList(), scope)) else bundleOf(named.types, scope)
}

/**
 * Creates a bundle of the components with [types].
 *
 * @param scope where laps are recorded; as the settings specify by default
 * @throws IllegalArgumentException if a type occurs twice, or if there are none or more than 64
 */
@JvmName("bundleOfTypes")
public fun bundleOf(types: List<ComponentType<*>>, scope: Scope? = null): RuntimeBundle {
    require(types.isNotEmpty()) { "a bundle has 1 to ${MAX_COMPONENTS} components, not 0" }
    return RuntimeBundle(componentSetOf(types, scope))
}

/**
 * Creates a bundle of the components that [configure] adds: `bundleOf { add(queueDepth); userBundle("SOLVER") }`.
 *
 * @throws IllegalArgumentException if there are none or more than 64, or one occurs twice
 */
@JvmSynthetic // Java has `Bundles.of`
public fun bundleOf(configure: BundleBuilder.() -> Unit): RuntimeBundle {
    val builder = BundleBuilder().apply(configure)
    return builder.complete(RuntimeBundle(builder.componentSet()))
}

/**
 * Returns the bundle of the project or tool [label], the same one each time: its components are those named by the setting
 * `TIMEMORY_<LABEL>_COMPONENTS`, otherwise by those of [backups], in turn, otherwise by `TIMEMORY_GLOBAL_COMPONENTS`.
 * ```
 * val solver = userBundle("SOLVER", "TRACE")
 *
 * solver.measure("step") { step() }
 * ```
 * run with `TIMEMORY_SOLVER_COMPONENTS="wall_clock,peak_rss"`.
 *
 * @param label of letters, digits and underscores
 * @param backups labels of bundles whose settings are used if its own is not set; only those of the first call count
 * @throws IllegalArgumentException if a label has other characters
 * @sample readme.chosen.choose
 * @since 0.2.0
 */
public fun userBundle(label: String, vararg backups: String): UserBundle = UserBundle.labelled(label, backups.asList())

/**
 * Creates a profiler whose bundle is the [userBundle] of [label] and [backups], configured by [configure].
 *
 * @sample readme.chosen.choose
 * @since 0.2.0
 */
public fun <C> profiler(label: String, vararg backups: String, configure: Profiler<C>.() -> Unit = {}): Profiler<C> =
    Profiler<C>(userBundle(label, *backups)).apply(configure)
