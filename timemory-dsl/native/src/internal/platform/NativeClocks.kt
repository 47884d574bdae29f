@file:Suppress("INVISIBLE_REFERENCE", "INVISIBLE_MEMBER")
@file:OptIn(InternalForKotlinNative::class)

package timemory.internal.platform

import kotlin.native.internal.GCUnsafeCall
import kotlin.native.internal.InternalForKotlinNative

/*
 * The clocks, called like the runtime's own C functions.
 *
 * A call through cinterop notifies the garbage collector before it that the thread leaves Kotlin, and after it that the thread is back: two
 * memory exchanges that the processor has to order against everything else, together a quarter of the time of a reading. That is meant for
 * calls that may take long, for which the collector would otherwise wait. A clock reading is short. The annotation that omits it is the
 * compiler's own and hidden, hence the suppressed errors; the compiler's version is pinned, and without the annotation (by the functions of
 * linux.def instead) everything works as before, only slower.
 */

@GCUnsafeCall("timemory_quick_wall")
private external fun quickWall(): Long

@GCUnsafeCall("timemory_quick_thread_cpu")
private external fun quickThreadCpu(): Long

@GCUnsafeCall("timemory_quick_process_cpu")
private external fun quickProcessCpu(): Long

internal actual fun wallNanoseconds(): Long {
    val now = quickWall()
    return if (now != Long.MIN_VALUE) now else wallNanosecondsLate()
}

internal actual fun threadCpuNanoseconds(): Long = quickThreadCpu()

internal actual fun processCpuNanoseconds(): Long = quickProcessCpu()
