package timemory

/**
 * The components and the scope of a bundle. There is one instance for each combination in a process, so that a region
 * recognises its node by comparing references.
 *
 * The keys of up to eight component classes stand in fields rather than in an array: comparing them then needs no bounds check.
 */
@PublishedApi
internal class ComponentSet(
    val types: List<ComponentType<*>>,
    val requestedScope: Scope?,
    keys: List<Any>,
) {
    private val key0: Any? = keys.getOrNull(0)
    private val key1: Any? = keys.getOrNull(1)
    private val key2: Any? = keys.getOrNull(2)
    private val key3: Any? = keys.getOrNull(3)
    private val key4: Any? = keys.getOrNull(4)
    private val key5: Any? = keys.getOrNull(5)
    private val key6: Any? = keys.getOrNull(6)
    private val key7: Any? = keys.getOrNull(7)

    val size: Int get() = types.size

    /** Why each component cannot be had here, `null` where it can; asked when the set is first used. */
    val unavailable: List<String?> by lazy { types.map(::reasonAgainst) }

    private fun reasonAgainst(type: ComponentType<*>): String? = try {
        type.unavailableReason()
    } catch (failure: Throwable) {
        "asking whether it is available failed with $failure"
    }

    /** A new component of each type, `null` for those that cannot be had here. */
    fun createComponents(): Array<Component?> =
        Array(size) { i -> if (unavailable[i] == null) types[i].create() else null }

    fun isFor(scope: Scope?, a: Any): Boolean = key0 === a && key1 == null && requestedScope === scope

    fun isFor(scope: Scope?, a: Any, b: Any): Boolean =
        key0 === a && key1 === b && key2 == null && requestedScope === scope

    fun isFor(scope: Scope?, a: Any, b: Any, c: Any): Boolean =
        key0 === a && key1 === b && key2 === c && key3 == null && requestedScope === scope

    fun isFor(scope: Scope?, a: Any, b: Any, c: Any, d: Any): Boolean =
        key0 === a && key1 === b && key2 === c && key3 === d && key4 == null && requestedScope === scope

    fun isFor(scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any): Boolean =
        key0 === a && key1 === b && key2 === c && key3 === d && key4 === e && key5 == null && requestedScope === scope

    fun isFor(scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any): Boolean =
        key0 === a && key1 === b && key2 === c && key3 === d && key4 === e && key5 === f && key6 == null &&
            requestedScope === scope

    fun isFor(scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any): Boolean =
        key0 === a && key1 === b && key2 === c && key3 === d && key4 === e && key5 === f && key6 === g && key7 == null &&
            requestedScope === scope

    fun isFor(scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any): Boolean =
        key0 === a && key1 === b && key2 === c && key3 === d && key4 === e && key5 === f && key6 === g && key7 === h &&
            requestedScope === scope

    override fun toString(): String = types.joinToString { it.id }
}
