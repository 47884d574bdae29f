package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.ComponentType
import timemory.Scope
import timemory.componentTypeOf
import timemory.howToDescribe
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.Weak
import timemory.internal.platform.hold
import timemory.nameOf
import timemory.staysLoaded

/**
 * All component sets of the process: a tree in which each level is one component class, so that a set is found without creating a key for
 * it. Steps are few and are only ever added, by copying the arrays under a lock; readers take no lock.
 *
 * Classes that can be unloaded while the library stays loaded, such as those of a program undeployed by an application server, are not kept
 * alive: such a step, and the class that leads to it, are held weakly. A set holds the steps that lead to it, so it is found as long as it
 * is referenced.
 */
internal class Step(private val parent: Step?, key: Any?) {
    // Hand-written instead of using Kotlin's functions, here and below: programs that do not measure also create bundles in constants, and
    // should not load the classes of those functions.
    private val path: Array<Any> = if (parent == null || key == null) emptyArray() else parent.path.plusKey(key)

    @Volatile
    private var keys: Array<Any> = emptyArray()

    @Volatile
    private var steps: Array<Step> = emptyArray()

    @Volatile
    private var passing: Array<PassingStep> = emptyArray()

    @Volatile
    private var sets: Array<ComponentSet?> = arrayOfNulls(SLOTS)

    /** Sets with options, which are few; `null` for none. */
    @Volatile
    private var withOptions: Array<ComponentSet>? = null

    fun next(key: Any): Step = find(key) ?: made(key)

    private fun made(key: Any): Step {
        val stays = staysLoaded(key)
        return setsLock.hold { findEqual(key) ?: add(key, stays) }
    }

    private fun find(key: Any): Step? {
        val keys = keys
        for (i in keys.indices) if (keys[i] === key) return steps[i]
        for (each in passing) if (each.key.target() === key) return each.step.target()
        return null
    }

    /** On Kotlin/Native, the class of an object and the class named in the source are equal but not identical. */
    private fun findEqual(key: Any): Step? {
        for (i in keys.indices) if (keys[i] == key) return steps[i]
        return find(key)
    }

    private fun add(key: Any, stays: Boolean): Step {
        val step = Step(this, key)
        if (!stays) {
            val others = passing.filter { it.step.target() != null && it.key.target() != null }
            passing = (others + PassingStep(Weak(key), Weak(step))).toTypedArray()
            return step
        }
        // The steps first: a thread that sees the longer key array must find their steps.
        val longer = steps.copyOf(steps.size + 1)
        longer[steps.size] = step
        @Suppress("UNCHECKED_CAST") // it is full
        steps = longer as Array<Step>
        keys = keys.plusKey(key)
        return step
    }

    /**
     * Returns the set, creating it if necessary. Looking up its types initialises the component classes, whose code may wait for another
     * thread or create bundles itself, so it happens without the lock; at worst two threads do it, and one then takes the other's result.
     * In a program that starts with measuring off, this is postponed until the set is used.
     */
    fun set(scope: Scope?, options: SetOptions?): ComponentSet = known(scope, options) ?: makeSet(scope, options)

    /** The same without options, in few steps: regions of bundles that are not stored look up their set here. */
    fun set(scope: Scope?): ComponentSet = sets[slotOf(scope)] ?: makeSet(scope, null)

    private fun makeSet(scope: Scope?, options: SetOptions?): ComponentSet {
        val made = ComponentSet(path, scope, options, this)
        val areWanted = recording || recordsFromStart
        if (areWanted) made.findTypes()
        val set = setsLock.hold { known(scope, options) ?: made.also(::keep) }
        if (areWanted && set === made) made.tellTypes()
        return set
    }

    private fun known(scope: Scope?, options: SetOptions?): ComponentSet? {
        if (options == null) return sets[slotOf(scope)]
        val known = withOptions ?: return null
        return known.firstOrNull { it.requestedScope == scope && options.areAs(it.options) }
    }

    private fun keep(set: ComponentSet) {
        if (set.options == null) {
            sets = sets.copyOf().also { it[slotOf(set.requestedScope)] = set }
        } else {
            withOptions = withOptions?.plus(set) ?: arrayOf(set)
        }
    }

    private fun slotOf(scope: Scope?): Int = if (scope == null) 0 else scope.ordinal + 1
}

/** Unspecified, and each scope. */
private const val SLOTS = 4

private fun Array<Any>.plusKey(key: Any): Array<Any> {
    val longer = copyOf(size + 1)
    longer[size] = key
    @Suppress("UNCHECKED_CAST") // it is full
    return longer as Array<Any>
}

/** A step for a class that can be unloaded. */
private class PassingStep(val key: Weak<Any>, val step: Weak<Step>)

internal val setsLock = Lock()

/** The root of each search. */
internal val noComponents = Step(null, null)

/**
 * Returns the set of the component classes that [keys] represent.
 *
 * @throws IllegalArgumentException if a class occurs twice or does not determine its [ComponentType], or if there are more than
 * [MAX_COMPONENTS]
 */
@PublishedApi
internal fun componentSet(scope: Scope?, vararg keys: Any): ComponentSet {
    require(keys.size <= MAX_COMPONENTS) {
        "a bundle has 1 to ${MAX_COMPONENTS} components, not ${keys.size}: ${nameOf(keys[MAX_COMPONENTS])} is the first that is " +
            "too many"
    }
    var step = noComponents
    for (key in keys) step = step.next(key)
    return step.set(scope)
}

/** Returns the set of one component without allocating an array. */
@PublishedApi
internal fun componentSet(scope: Scope?, key: Any): ComponentSet = noComponents.next(key).set(scope)

/** Returns the set of any number of components. */
internal fun setOfKeys(scope: Scope?, keys: Collection<Any>, options: SetOptions? = null): ComponentSet {
    var step = noComponents
    for (key in keys) step = step.next(key)
    return step.set(scope, options)
}

internal fun typesOf(keys: Array<Any>): List<ComponentType<*>> {
    val types = keys.map(::describedType)
    for ((i, type) in types.withIndex()) {
        require(types.indexOf(type) == i) { "duplicate component ${type.id} in the bundle $types" }
    }
    return types
}

internal fun describedType(key: Any): ComponentType<*> =
    requireNotNull(componentTypeOf(key)) { "component class ${nameOf(key)} has no description: $howToDescribe" }
