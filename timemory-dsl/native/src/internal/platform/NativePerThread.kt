@file:OptIn(ExperimentalAtomicApi::class)

package timemory.internal.platform

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.fetchAndIncrement
import kotlin.native.concurrent.ThreadLocal

internal actual class PerThread<T : Any> actual constructor() {
    private val index = count.fetchAndIncrement()

    @Suppress("UNCHECKED_CAST") // only this variable's values are put at its index
    actual fun get(): T? = values.let { if (index < it.size) it[index] as T? else null }

    actual fun set(value: T?) {
        if (index >= values.size) values = values.copyOf(index + 8)
        values[index] = value
    }
}

private val count = AtomicInt(0)

@ThreadLocal
private var values = arrayOfNulls<Any>(8)
