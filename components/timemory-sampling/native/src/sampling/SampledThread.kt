@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import cnames.structs.tm_sampled
import kotlin.concurrent.Volatile
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi

/**
 * A sampled thread.
 *
 * @param id its system thread ID
 * @param before how many samples it had before this sampler started
 */
internal class SampledThread(val id: Int, val place: CPointer<tm_sampled>, before: Long) {
    /** The watch of its call path; `null` while it has no call graph, or has not changed its region since the sampler started. */
    @Volatile
    var watch: NativeWatch? = null

    /** How many samples have been taken from its buffer. */
    var taken: Long = before

    /** Samples taken while there was no [watch]: they belong to its first call path, or are outside regions. */
    val early: SampleSums = SampleSums()

    /** How many of its periods were lost. */
    var lost: Long = 0L
}
