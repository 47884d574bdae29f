package timemory.bundle

import kotlin.jvm.JvmSynthetic
import timemory.Component
import timemory.ComponentType
import timemory.Scope
import timemory.TimemoryDsl
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.MAX_COMPONENTS
import timemory.internal.callgraph.describedType
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.recordsFromStart
import timemory.internal.callgraph.setOfKeys
import timemory.internal.lean.*
import timemory.keyOf
import timemory.reasonAgainst
import timemory.settings.isPercentile
import timemory.typeKey

/**
 * What a bundle has besides the components that its type names:
 * ```
 * val tools = bundle<WallClock, PeakRss> {
 *     add(queueDepth)                  // a component that was defined in code
 *     optional(HardwareCounters)       // where this machine has it
 *     userBundle("SOLVER")             // what TIMEMORY_SOLVER_COMPONENTS names
 *     percentiles(50, 99)
 * }
 * ```
 * In Java: `Bundles.of(WallClock.class, PeakRss.class, builder -> builder.add(QUEUE_DEPTH).percentiles(50, 99))`.
 *
 * What is added comes after the components of the type, so that typed results stay what they are. A component is in a bundle once.
 *
 * ### Thread-safety
 * To be used by one thread, while the bundle is made.
 */
@TimemoryDsl
public class BundleBuilder @PublishedApi internal constructor(private vararg val keys: Any) {
    private var scope: Scope? = null
    private val added = ArrayList<Any>()
    private val optional = ArrayList<Any>()
    private val userBundles = ArrayList<UserBundle>()
    private var percentiles: List<Double>? = null

    /** Records laps in [scope]; without it, as the settings say. */
    public fun scope(scope: Scope): BundleBuilder = also { it.scope = scope }

    /** Adds the components with [types]. One that is unavailable on the machine is left out, and the reason reported. */
    public fun add(vararg types: ComponentType<*>): BundleBuilder = also { for (type in types) addKey(keyOf(type.create())) }

    /** Adds component class [C]. */
    @JvmSynthetic // Java has the types
    public inline fun <reified C : Component> add(): BundleBuilder = addKey(typeKey<C>())

    /** Adds those of the components with [types] that are available on the machine, and says nothing of the others. */
    public fun optional(vararg types: ComponentType<*>): BundleBuilder = also {
        for (type in types) addOptionalKey(keyOf(type.create()))
    }

    /** Adds component class [C] where it is available on the machine, and says nothing where it is not. */
    @JvmSynthetic // as above
    public inline fun <reified C : Component> optional(): BundleBuilder = addOptionalKey(typeKey<C>())

    @PublishedApi
    internal fun addKey(key: Any): BundleBuilder {
        require(key !in keys && key !in added) { "duplicate component ${describedType(key).id} in the bundle" }
        added.add(key)
        return this
    }

    @PublishedApi
    internal fun addOptionalKey(key: Any): BundleBuilder = also { optional.add(key) }

    /**
     * Adds the components of the [user bundle][timemory.userBundle] with [label], which the user chooses by the setting
     * `TIMEMORY_<LABEL>_COMPONENTS`, or the program while it runs: this bundle follows each change. Those that it has anyway are not added.
     *
     * @param backups labels of bundles whose settings are looked at where its own is not set
     * @throws IllegalArgumentException if a label has other characters than letters, digits and underscores
     */
    public fun userBundle(label: String, vararg backups: String): BundleBuilder = also {
        userBundles.add(timemory.userBundle(label, *backups))
    }

    /**
     * Records how the laps of the bundle's integer components are distributed, and shows these percentiles of them, whatever the setting
     * `PERCENTILES` says of other regions.
     *
     * @param percentiles each above 0 and at most 100: `percentiles(50, 99.9)`
     * @throws IllegalArgumentException for another number, and without any
     */
    public fun percentiles(vararg percentiles: Number): BundleBuilder {
        require(percentiles.isNotEmpty()) { "name the percentiles of the bundle, as in percentiles(50, 99)" }
        val sorted = percentiles.map { it.toDouble() }.distinct().sorted()
        for (percentile in sorted) require(isPercentile(percentile)) { "percentile $percentile must be above 0 and at most 100" }
        this.percentiles = sorted
        return this
    }

    /**
     * The components chosen so far.
     *
     * @throws IllegalArgumentException if there are none, or more than 64, or a class does not tell its type
     */
    @PublishedApi
    internal fun componentSet(): ComponentSet {
        val isEmpty = keys.isEmpty() && added.isEmpty() && optional.isEmpty() && userBundles.isEmpty()
        val count = keys.size + added.size
        require(!isEmpty && count <= MAX_COMPONENTS) { "a bundle has 1 to $MAX_COMPONENTS components, not $count" }
        val all = LinkedHashSet<Any>()
        all.addAll(keys.asList())
        all.addAll(added)
        for (key in optional) if (isAvailable(key)) all.add(key)
        for (bundle in userBundles) for (type in bundle.types) all.add(keyOf(type.create()))
        return setOfKeys(scope, all.take(MAX_COMPONENTS), percentiles)
    }

    /** In a program that starts with measuring off nothing is asked: it may never measure. */
    private fun isAvailable(key: Any) = !(recording || recordsFromStart) || describedType(key).reasonAgainst() == null

    /** [bundle], which was made of [componentSet], follows what becomes of its user bundles. */
    @PublishedApi
    internal fun <B : Bundle> complete(bundle: B): B {
        for (userBundle in userBundles) userBundle.addFollower { follow(bundle) }
        return bundle
    }

    /** Makes the set again where another thread changed a user bundle meanwhile: the set that stays is that of the last change. */
    private fun follow(bundle: Bundle) {
        do {
            val seen = userBundles.map { it.set }
            bundle.set = componentSet()
        } while (userBundles.map { it.set } != seen)
    }
}
