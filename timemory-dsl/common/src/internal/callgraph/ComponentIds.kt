package timemory.internal.callgraph

import timemory.ComponentType
import timemory.RenamedType
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.problems.Problems

/**
 * Keeps component ids unique within a session. Files, formats and settings identify components by id, so a second component with the same
 * id is given a different one, which is reported when it is first used.
 *
 * ### Thread-safety
 * May be used by any thread. Calls no code of components under its lock.
 */
internal class ComponentIds(private val problems: Problems) {
    private val lock = Lock()
    private val byId = HashMap<String, ComponentType<*>>()
    private val renamed = HashMap<ComponentType<*>, RenamedType>()

    /** Called when the components of [set] are used for the first time. */
    fun note(set: ComponentSet) {
        for ((i, type) in set.types.withIndex()) if (set.unavailable[i] == null) shownAs(type)
    }

    /** Returns [type], or a type with the same values and a unique id if another component has the id of [type]. */
    fun shownAs(type: ComponentType<*>): ComponentType<*> {
        lock.hold {
            val owner = byId[type.id]
            if (owner === type) return type
            if (owner == null) {
                byId[type.id] = type
                return type
            }
            renamed[type]?.let { return it }
        }
        val made = lock.hold {
            renamed[type] ?: RenamedType(type, freeNumber(type.id)).also {
                byId[it.id] = it
                renamed[type] = it
            }
        }
        problems.report("id ${made.id}") {
            "two components have the id '${type.id}': the one described as '${type.description}' is shown as '${made.id}'. " +
                "Give each component its own id"
        }
        return made
    }

    private fun freeNumber(id: String): Int {
        var number = 2
        while ("${id}_$number" in byId) number++
        return number
    }

    /** Forgets all components, so that their classes can be unloaded. */
    fun clear() = lock.hold {
        byId.clear()
        renamed.clear()
    }
}
