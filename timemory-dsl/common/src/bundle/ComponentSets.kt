package timemory

import kotlin.concurrent.Volatile

/**
 * All component sets of the process: a tree in which each step down is one component class, so that a set is found without
 * making a key for it. Steps are few and only ever added, by copying the arrays under a lock; readers take no lock.
 */
internal class Step(private val path: List<Any>) {
    @Volatile
    private var keys: Array<Any> = emptyArray()

    @Volatile
    private var steps: Array<Step> = emptyArray()

    @Volatile
    private var sets: Array<ComponentSet?> = arrayOfNulls(Scope.entries.size + 1)

    fun next(key: Any): Step = find(key) ?: setsLock.hold { findEqual(key) ?: add(key) }

    private fun find(key: Any): Step? {
        val keys = keys
        for (i in keys.indices) if (keys[i] === key) return steps[i]
        return null
    }

    /** On Kotlin/Native, the class of an object and the class that the program names are equal and not identical. */
    private fun findEqual(key: Any): Step? {
        val index = keys.indexOf(key)
        return if (index < 0) null else steps[index]
    }

    private fun add(key: Any): Step {
        val step = Step(path + key)
        // The steps first: whoever sees the longer keys must find their steps.
        steps = arrayOf(*steps, step)
        keys = arrayOf(*keys, key)
        return step
    }

    /**
     * The set, made where there is none. Finding its types initialises the component classes, which is code of others that may wait for another thread or
     * make bundles itself: that happens without the lock, at worst on two threads at once, of which one then takes what the other has made.
     */
    fun set(scope: Scope?): ComponentSet {
        val slot = if (scope == null) 0 else scope.ordinal + 1
        sets[slot]?.let { return it }
        val made = ComponentSet(typesOf(path), scope, path)
        val set = setsLock.hold { sets[slot] ?: made.also { new -> sets = sets.copyOf().also { it[slot] = new } } }
        if (set === made) made.types.forEach { it.joinedBundle() }
        return set
    }
}

private val setsLock = Lock()

/** Where each search begins. */
internal val noComponents = Step(emptyList())

/**
 * The set of the component classes that [keys] stand for.
 *
 * @throws IllegalArgumentException if a class stands twice in it or does not tell its [ComponentType], and if there are more than
 * [ComponentSet.MOST]
 */
@PublishedApi
internal fun componentSet(scope: Scope?, vararg keys: Any): ComponentSet {
    require(keys.size <= ComponentSet.MOST) {
        "a bundle has 1 to ${ComponentSet.MOST} components, not ${keys.size}: ${nameOf(keys[ComponentSet.MOST])} is the first that is too many"
    }
    return setOfKeys(scope, keys.asList())
}

/** As above, for as many as there are. */
internal fun setOfKeys(scope: Scope?, keys: Collection<Any>): ComponentSet {
    var step = noComponents
    for (key in keys) step = step.next(key)
    return step.set(scope)
}

private fun typesOf(keys: List<Any>): List<ComponentType<*>> {
    val types = keys.map { key ->
        requireNotNull(componentTypeOf(key)) { "component class ${nameOf(key)} has no description: $howToDescribe" }
    }
    for ((i, type) in types.withIndex()) {
        require(types.indexOf(type) == i) { "component ${type.id} stands twice in the bundle $types" }
    }
    return types
}
