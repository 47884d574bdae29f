@file:OptIn(ExperimentalForeignApi::class, NativeRuntimeApi::class)

package timemory

import kotlin.native.runtime.GC
import kotlin.native.runtime.NativeRuntimeApi
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.staticCFunction
import kotlinx.cinterop.value
import platform.posix.pthread_create
import platform.posix.pthread_join
import platform.posix.pthread_tVar
import timemory.internal.source.MemorySizes

/** Threads that the Kotlin runtime did not create. */
class ForeignThreadsTest {
    /** Each registers all tests again, because it initialises the program's files for itself: 7 ms. */
    @Test
    fun manyThousandThreadsOneAfterAnotherLoseNoLap() {
        val threads = repeats(1_500, thorough = 6_000)
        var before = 0L
        val results = session {
            measure<TripCount>("main") {
                repeat(threads) { i ->
                    inForeignThread()
                    // The runtime keeps the memory that it allocated for a thread itself until the next collection: 200 kB each.
                    if (i % 500 == 0) GC.collect()
                    if (i == threads / 2) before = residentBytes()
                }
            }
        }
        // An emulator keeps some of each thread.
        if (!isEmulated) assertTrue(residentBytes() - before < 200_000_000, "grew from $before to ${residentBytes()} bytes")
        assertEquals("main 1\n  work $threads\n    part $threads", results.laps())
        assertTrue(results.threadCount < threads / 2, "${results.threadCount} threads at once")
        assertEquals(emptyList(), results.problems)
    }

    private fun inForeignThread() = memScoped {
        val thread = alloc<pthread_tVar>()
        val failure = pthread_create(
            thread.ptr,
            null,
            staticCFunction { _ ->
                measure<TripCount>("work") { measure<TripCount>("part") { } }
                null
            },
            null,
        )
        assertEquals(0, failure)
        pthread_join(thread.value, null)
    }
}

private fun residentBytes(): Long = LongArray(2).also(MemorySizes::read)[MemorySizes.RESIDENT]
