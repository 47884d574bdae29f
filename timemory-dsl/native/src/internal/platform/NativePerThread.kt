@file:OptIn(ExperimentalAtomicApi::class)

package timemory.internal.platform

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.fetchAndIncrement
import kotlin.native.concurrent.ThreadLocal

internal actual class PerThread<T : Any> actual constructor() {
    private val index = count.fetchAndIncrement()

    @Suppress("UNCHECKED_CAST") // only this variable's values are stored at its index
    actual fun get(): T? = values?.let { if (index < it.size) it[index] as T? else null }

    actual fun set(value: T?) {
        val known = values
        val room = if (known != null && index < known.size) known else (known ?: emptyArray()).copyOf(index + 8).also { values = it }
        room[index] = value
    }
}

private val count = AtomicInt(0)

/*
 * Initially `null`, like every thread-local variable: none has an initialiser that does more. If a C callback at thread exit runs after
 * Kotlin has unregistered the thread, Kotlin registers it again without running initialisers: such a variable would be `null` although its
 * type is not nullable.
 */
@ThreadLocal
private var values: Array<Any?>? = null
