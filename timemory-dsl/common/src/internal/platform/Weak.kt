package timemory.internal.platform

/** Refers to an object without keeping it in memory. */
internal expect open class Weak<T : Any>(target: T) {
    /** The object; `null` once it has been collected. */
    fun target(): T?
}
