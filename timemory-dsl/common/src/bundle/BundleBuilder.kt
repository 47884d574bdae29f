package timemory.bundle

import kotlin.jvm.JvmSynthetic
import timemory.Component
import timemory.ComponentType
import timemory.Scope
import timemory.TimemoryDsl
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.MAX_COMPONENTS
import timemory.internal.callgraph.SetOptions
import timemory.internal.callgraph.describedType
import timemory.internal.callgraph.setOfKeys
import timemory.internal.lean.*
import timemory.internal.problems.Problems
import timemory.keyOf
import timemory.settings.isPercentile
import timemory.typeKey

/**
 * Configures a bundle beyond the components that its type names:
 * ```
 * val tools = bundle<WallClock, PeakRss> {
 *     add(queueDepth)                  // a component that was defined in code
 *     optional(HardwareCounters)       // if it is available on this machine
 *     userBundle("SOLVER")             // the components in TIMEMORY_SOLVER_COMPONENTS
 *     percentiles(50, 99)
 * }
 * ```
 * In Java: `Bundles.of(WallClock.class, PeakRss.class, builder -> builder.add(QUEUE_DEPTH).percentiles(50, 99))`.
 *
 * Additions come after the components of the type, so that typed results do not change. A component can be in a bundle only once.
 *
 * ### Thread-safety
 * To be used by one thread while the bundle is created; afterwards each function throws an [IllegalStateException].
 */
@TimemoryDsl
public class BundleBuilder @PublishedApi internal constructor(private vararg val keys: Any) {
    private var scope: Scope? = null
    private val added = ArrayList<Any>()
    private val optional = ArrayList<Any>()
    private val userBundles = ArrayList<UserBundle>()
    private var percentiles: List<Double>? = null
    private var isMade = false

    /** Records laps in [scope]; by default, as the settings specify. */
    public fun scope(scope: Scope): BundleBuilder = change { this.scope = scope }

    /** Adds the components with [types]. A component that is unavailable on the machine is skipped, and the reason reported. */
    public fun add(vararg types: ComponentType<*>): BundleBuilder = change { for (type in types) addKey(keyOf(type.create())) }

    /** Adds component class [C]. */
    @JvmSynthetic // Java has the types
    public inline fun <reified C : Component> add(): BundleBuilder = addKey(typeKey<C>())

    /** Adds the components with [types]. A component that is unavailable on the machine is skipped silently. */
    public fun optional(vararg types: ComponentType<*>): BundleBuilder = change {
        for (type in types) addOptionalKey(keyOf(type.create()))
    }

    /** Adds component class [C]. If it is unavailable on the machine, it is skipped silently. */
    @JvmSynthetic // as above
    public inline fun <reified C : Component> optional(): BundleBuilder = addOptionalKey(typeKey<C>())

    @PublishedApi
    internal fun addKey(key: Any): BundleBuilder = change {
        requireNew(key in keys || key in added, key)
        added.add(key)
    }

    @PublishedApi
    internal fun addOptionalKey(key: Any): BundleBuilder = change { optional.add(key) }

    /**
     * Adds the components of the [user bundle][timemory.userBundle] with [label], which the user chooses with the setting
     * `TIMEMORY_<LABEL>_COMPONENTS`, or the program at run time: this bundle follows each change. Components that it already has are not
     * added. If there are more than fit in a bundle, the last ones are skipped, which is reported.
     *
     * @param backups labels of bundles whose settings are used if its own is not set
     * @throws IllegalArgumentException if a label has characters other than letters, digits and underscores
     */
    public fun userBundle(label: String, vararg backups: String): BundleBuilder = change {
        userBundles.add(timemory.userBundle(label, *backups))
    }

    /**
     * Records the distribution of the laps of the bundle's integer components, and shows these percentiles, regardless of the setting
     * `PERCENTILES`.
     *
     * @param percentiles each above 0 and at most 100: `percentiles(50, 99.9)`
     * @throws IllegalArgumentException for a number out of range, and if there are none
     */
    public fun percentiles(vararg percentiles: Number): BundleBuilder = change {
        require(percentiles.isNotEmpty()) { "name the percentiles of the bundle, as in percentiles(50, 99)" }
        val sorted = percentiles.map { it.toDouble() }.distinct().sorted()
        for (percentile in sorted) require(isPercentile(percentile)) { "percentile $percentile must be above 0 and at most 100" }
        this.percentiles = sorted
    }

    /** An existing bundle does not change with its builder: a late call is an error. */
    private inline fun change(change: () -> Unit): BundleBuilder {
        check(!isMade) { "the bundle has been made: call its builder only while that makes it" }
        change()
        return this
    }

    private fun requireNew(isThere: Boolean, key: Any) =
        require(!isThere) { "duplicate component ${describedType(key).id} in the bundle" }

    /**
     * The components chosen so far.
     *
     * @throws IllegalArgumentException if there are none or more than 64, if one occurs twice, or if a class does not determine its type
     */
    @PublishedApi
    internal fun componentSet(): ComponentSet {
        isMade = true
        for (i in keys.indices) for (j in 0 until i) requireNew(keys[i] == keys[j], keys[i])
        val count = own().size
        require(count <= MAX_COMPONENTS && (count > 0 || userBundles.isNotEmpty())) {
            "a bundle has 1 to $MAX_COMPONENTS components, not $count"
        }
        return makeSet(null)
    }

    /** The keys in the bundle, excluding those of user bundles. */
    private fun own(): LinkedHashSet<Any> {
        val own = LinkedHashSet<Any>()
        own.addAll(keys.asList())
        own.addAll(added)
        own.addAll(optional)
        return own
    }

    private fun makeSet(problems: Problems?): ComponentSet {
        val all = own()
        val required = LinkedHashSet<Any>()
        required.addAll(keys.asList())
        required.addAll(added)
        for (bundle in userBundles) for (type in bundle.types) required.add(keyOf(type.create()))
        all.addAll(required)
        if (all.size > MAX_COMPONENTS) reportExcess(all.toList(), problems)
        val silent = optional.toSet() - required
        val options = if (silent.isEmpty() && percentiles == null) null else SetOptions(percentiles, silent)
        return setOfKeys(scope, all.toList().take(MAX_COMPONENTS), options)
    }

    private fun reportExcess(all: List<Any>, problems: Problems?) {
        val labels = userBundles.map { it.label }.joinToString()
        val leftOut = all.drop(MAX_COMPONENTS).map { describedType(it).id }.joinToString()
        reportChoice(
            "a bundle has ${all.size} components with those of user bundle $labels; it can have at most $MAX_COMPONENTS, and these are " +
                "left out: $leftOut",
            problems,
        )
    }

    /** Makes [bundle], which was created from [componentSet], follow changes to its user bundles. */
    @PublishedApi
    internal fun <B : Bundle> complete(bundle: B): B {
        for (userBundle in userBundles) userBundle.addFollower(bundle, this)
        return bundle
    }

    /** Recomputes the set if another thread changed a user bundle meanwhile, so that the final set reflects the last change. */
    internal fun follow(bundle: Bundle, problems: Problems?) {
        do {
            val seen = userBundles.map { it.set }
            bundle.set = makeSet(problems)
        } while (userBundles.map { it.set } != seen)
    }
}
