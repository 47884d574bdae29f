package timemory.internal.platform

/** A variable of which each thread has one of its own, `null` at first. Made once and for good: those of ended threads are let go. */
internal expect class PerThread<T : Any>() {
    fun get(): T?

    fun set(value: T?)
}
