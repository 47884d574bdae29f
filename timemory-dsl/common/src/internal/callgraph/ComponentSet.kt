package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField
import timemory.ActiveTime
import timemory.Binding
import timemory.Component
import timemory.ComponentType
import timemory.LateComponent
import timemory.LongComponent
import timemory.Scope
import timemory.StreamComponent
import timemory.SuspendedTime
import timemory.Suspensions
import timemory.ThreadChanges
import timemory.internal.lean.*
import timemory.internal.platform.hold
import timemory.keyOf
import timemory.reasonAgainst
import timemory.shareReadings
import timemory.staysLoaded
import timemory.typeKey

/**
 * The components and the scope of a bundle. There is one instance for each combination in a process, so that a region
 * recognises its node by comparing references.
 *
 * The keys of up to nine component classes are in fields rather than in an array: comparing them then needs no bounds check. The ninth
 * distinguishes a set of eight from a larger one.
 */
@PublishedApi
internal class ComponentSet internal constructor(
    private val keys: Array<Any>,
    val requestedScope: Scope?,
    /** Further options set by a builder; `null` for none. */
    internal val options: SetOptions?,
    /** The key of the set: kept as long as the set. */
    @Suppress("unused") private val step: Step?,
) {
    private val onlyKey: Any? = if (keys.size == 1) keyAt(0) else null

    // For EnterArities.kt.
    @JvmField internal val key0: Any? = keyAt(0)

    @JvmField internal val key1: Any? = keyAt(1)

    @JvmField internal val key2: Any? = keyAt(2)

    @JvmField internal val key3: Any? = keyAt(3)

    @JvmField internal val key4: Any? = keyAt(4)

    @JvmField internal val key5: Any? = keyAt(5)

    @JvmField internal val key6: Any? = keyAt(6)

    @JvmField internal val key7: Any? = keyAt(7)

    @JvmField internal val key8: Any? = keyAt(8)

    /** A set with options must not be mistaken for that of `measure<...>`: its fast path finds no key. */
    private fun keyAt(index: Int): Any? = if (index < keys.size && options == null) keys[index] else null

    val size: Int get() = keys.size

    /** The percentiles shown for its regions; `null` to use those of the settings. */
    val percentiles: List<Double>? get() = options?.percentiles

    /** Whether component [index] is skipped silently if it is unavailable. */
    internal fun isOptional(index: Int): Boolean = options != null && keys[index] in options.optional

    /** Whether there is nothing to measure: such regions are not recorded. */
    val isEmpty: Boolean = keys.isEmpty()

    /** The index of the component class that [key] represents; -1 if it is not in the set. */
    fun indexOf(key: Any): Int {
        for (i in keys.indices) if (keys[i] == key) return i
        return -1
    }

    /** The types, and their frequently used properties. */
    internal class Types(val all: List<ComponentType<*>>) {
        val threadBound = BooleanArray(all.size) { all[it].binding === Binding.THREAD }
        val isAnyThreadBound = threadBound.any { it }
    }

    @Volatile
    private var known: Types? = null

    /** Guarded by [setsLock]. */
    private var areTold = false

    /** Its types, looked up if they are not known yet: see [findTypes]. */
    private fun known(): Types = known ?: findTypes().also { tellTypes() }

    /**
     * Looks up the types, which initialises the component classes: user code, which must not run under a lock. In a program that starts
     * with measuring off, this happens when the set is first used.
     *
     * @throws IllegalArgumentException as [componentSet] does
     */
    internal fun findTypes(): Types = known ?: Types(typesOf(keys)).also { known = it }

    /** Notifies each type, once, that it is in a bundle. */
    internal fun tellTypes() {
        val isFirst = setsLock.hold { (!areTold).also { areTold = true } }
        if (isFirst) for (type in findTypes().all) type.joinedBundle()
    }

    val types: List<ComponentType<*>> get() = known().all

    val isAnyThreadBound: Boolean get() = known().isAnyThreadBound

    fun isThreadBound(index: Int): Boolean = known().threadBound[index]

    // The properties below are computed on first use, at worst by two threads at once, without the classes that `lazy` needs.

    @Volatile
    private var knownCoroutineKinds: IntArray? = null

    /** For each component its index in [COROUTINE_TYPES], or -1. Must not be changed. */
    internal val coroutineKinds: IntArray
        get() = knownCoroutineKinds ?: IntArray(types.size) { COROUTINE_TYPES.indexOf(types[it]) }.also { knownCoroutineKinds = it }

    /** Whether component [index] describes the coroutine, and is not started and stopped in a suspending region. */
    fun isCoroutineType(index: Int): Boolean = coroutineKinds[index] >= 0

    @Volatile
    private var knownWithCoroutineTypes: ComponentSet? = null

    /**
     * Returns the set for a suspending region with these components: the additional ones come last, and do not count towards
     * [MAX_COMPONENTS].
     */
    val withCoroutineTypes: ComponentSet
        get() = knownWithCoroutineTypes ?: findWithCoroutineTypes().also { knownWithCoroutineTypes = it }

    private fun findWithCoroutineTypes(): ComponentSet {
        val all = linkedSetOf(*keys)
        all.addAll(listOf(typeKey<ActiveTime>(), typeKey<SuspendedTime>(), typeKey<Suspensions>(), typeKey<ThreadChanges>()))
        return setOfKeys(requestedScope, all, options)
    }

    /** Whether it is the set of a suspending region. */
    val isSuspending: Boolean get() = types.size >= COROUTINE_TYPE_COUNT && types.containsAll(COROUTINE_TYPES)

    @Volatile
    private var knownReusable: Boolean? = null

    /**
     * Whether its component instances, after a reset, measure one suspending lap after another as new ones would: those of integers, whose
     * value is known at the end of the lap and which rarely have state other than their sums.
     */
    val isReusable: Boolean
        get() = knownReusable ?: (isAvailable && types.all(::isResettable).also { knownReusable = it })

    private fun isResettable(type: ComponentType<*>) = type in COROUTINE_TYPES || type.create().let {
        it is LongComponent && it !is LateComponent
    }

    /** Returns the set of only the components at [indices], in tree scope; `null` for none. */
    fun treeSetOf(indices: List<Int>): ComponentSet? =
        if (indices.isEmpty()) null else setOfKeys(Scope.TREE, indices.map { keys[it] }, options)

    @Volatile
    private var takesStream: Boolean? = null

    /** Throws an [IllegalArgumentException] if none of the components accepts a stream, because passing one would have no effect. */
    fun requireStreams() {
        val takes = takesStream ?: types.any { (it.create() as? StreamComponent)?.takesStreams == true }.also { takesStream = it }
        require(takes) { "none of the components of bundle [$this] takes a stream: measure without one" }
    }

    private val stays: Boolean get() = keys.all(::staysLoaded)
    private val extended = NeighbourSets()
    private val reduced = NeighbourSets()

    /** The overhead of a lap, stored here to share the lifetime of the set: see [LapOverheads]. */
    @Volatile
    var knownOverhead: LapOverheads.Known? = null

    /** Returns the set that also has the component with [type]. */
    fun with(type: ComponentType<*>): ComponentSet = if (type in types) this else extended.of(type, ::mayKeep) {
        setOfKeys(requestedScope, keys.asList() + keyOf(type.create()), options)
    }

    /** Returns the set without the component with [type]. */
    fun without(type: ComponentType<*>): ComponentSet = if (type !in types) this else reduced.of(type, ::mayKeep) {
        setOfKeys(requestedScope, keys.asList() - keys[types.indexOf(type)], options)
    }

    /** Whether [neighbour] cannot be collected before this set. */
    private fun mayKeep(neighbour: ComponentSet) = neighbour.stays || !stays

    private class Reasons(val generation: Int, val each: List<String?>) {
        val areNone = each.all { it == null }
    }

    @Volatile
    private var reasons: Reasons? = null

    /** Computed when the set is first used, and again when settings have changed what is available. */
    private fun reasons(): Reasons {
        val generation = Availability.generation
        return reasons?.takeIf { it.generation == generation } ?: Reasons(generation, types.map { it.reasonAgainst() }).also {
            reasons = it
        }
    }

    /** Why each component is unavailable here; `null` if it is available. */
    val unavailable: List<String?> get() = reasons().each

    /** Whether every component is available here, on platform threads. */
    val isAvailable: Boolean get() = reasons().areNone

    /**
     * Creates a component of each type for a region with [label]; `null` for those that are unavailable here or, if [onVirtualThread], on
     * virtual threads.
     */
    fun createComponents(label: String, onVirtualThread: Boolean): Array<Component?> =
        Array(size) { i ->
            create(i, label, onVirtualThread)
        }.also { if (size > 1 || it.any { only -> only?.isComposite == true }) shareReadings(it) }

    /** Creates component [index], or returns `null` as in [createComponents]. */
    fun create(index: Int, label: String, onVirtualThread: Boolean): Component? {
        val type = types[index]
        if (unavailable[index] != null || onVirtualThread && type.isLeftOutOnVirtualThreads) return null
        return type.create().also { it.joinedRegion(label) }
    }

    /** Whether it is the set of a region with [scope] and only the component class [a]. For more classes, see EnterArities.kt. */
    fun isFor(scope: Scope?, a: Any): Boolean = onlyKey === a && requestedScope === scope

    override fun toString(): String = types.map { it.id }.joinToString()
}

/** Distinguishes a set from others with the same components and scope; [optional] contains keys. */
internal class SetOptions(val percentiles: List<Double>?, val optional: Set<Any>) {
    fun areAs(other: SetOptions?): Boolean = other != null && other.percentiles == percentiles && other.optional == optional
}

/** Maximum number of components of a bundle: those that failed in a lap are stored in the bits of a `Long`. */
internal const val MAX_COMPONENTS: Int = 64

/**
 * Sets that differ from this one by one component, cached because a set is found by component classes, and the class of a type is only
 * known after creating a component. Two threads that add one at once may lose one of them, which is then created again.
 */
private class NeighbourSets {
    @Volatile
    private var known: List<Pair<ComponentType<*>, ComponentSet>>? = null

    inline fun of(type: ComponentType<*>, mayKeep: (ComponentSet) -> Boolean, find: () -> ComponentSet): ComponentSet {
        val known = known ?: emptyList()
        for (i in known.indices) if (known[i].first === type) return known[i].second
        return find().also { if (mayKeep(it)) this.known = known + (type to it) }
    }
}

/** The set of nodes that are not regions. */
internal val NO_COMPONENTS = ComponentSet(emptyArray(), null, null, null)
