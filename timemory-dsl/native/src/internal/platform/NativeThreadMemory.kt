@file:OptIn(ExperimentalAtomicApi::class, NativeRuntimeApi::class)

package timemory.internal.platform

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch
import kotlin.native.runtime.GC
import kotlin.native.runtime.NativeRuntimeApi

/**
 * The megabyte that Kotlin's allocator took for a thread is freed only when garbage is collected after the thread has ended; and the
 * collector is triggered by the number of objects, of which there are few. So a program that starts one measuring thread after another
 * would use gigabytes.
 */
internal object NativeThreadMemory {
    private const val THREADS_BETWEEN_COLLECTIONS = 64
    private val begun = AtomicInt(0)

    /** The calling thread runs Kotlin code for the first time. */
    fun threadBegan() {
        if (begun.incrementAndFetch() % THREADS_BETWEEN_COLLECTIONS == 0) GC.schedule()
    }
}
