package timemory.internal.platform

/** A thread-local variable, initially `null`. Created once and never removed; the values of ended threads are released. */
internal expect class PerThread<T : Any>() {
    fun get(): T?

    fun set(value: T?)
}
