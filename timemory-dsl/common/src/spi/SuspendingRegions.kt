@file:JvmName("SuspendingRegions")

package timemory.spi

import kotlin.coroutines.CoroutineContext
import kotlin.jvm.JvmName
import timemory.ExperimentalTimemoryApi
import timemory.OpenRegion
import timemory.UnrecordedRegion
import timemory.bundle.Bundle
import timemory.internal.callgraph.openSuspending
import timemory.internal.callgraph.recording

/**
 * Opens the region [label] around code that suspends, in the coroutine with [context]: [Bundle.measureSuspending] for frameworks that call
 * back when work starts and ends.
 *
 * If the coroutine was not launched with [measured][timemory.measured], only the region's total time is recorded, which is reported once.
 *
 * ### Thread-safety
 * To be called by the coroutine itself, or by a thread that has resumed its [Strand][timemory.Strand]; the region is closed once, in the
 * same way.
 */
@ExperimentalTimemoryApi
public fun Bundle.openSuspending(label: String, context: CoroutineContext): OpenRegion =
    (if (recording) openSuspending(context, label, set) else null) ?: UnrecordedRegion
