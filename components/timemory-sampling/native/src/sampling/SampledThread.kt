@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import cnames.structs.tm_sampled
import kotlin.concurrent.Volatile
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi

/**
 * A thread that is sampled.
 *
 * @param id its number to the system
 * @param before how many samples it had before this sampler began
 */
internal class SampledThread(val id: Int, val place: CPointer<tm_sampled>, before: Long) {
    /** Where it stands; `null` while it has no call graph, or has not come to a change of its region since the sampler began. */
    @Volatile
    var watch: NativeWatch? = null

    /** How many samples have been taken from its ring. */
    var taken: Long = before

    /** What was taken while there was no [watch]: at the place where that began, or outside of regions. */
    val early: SampleSums = SampleSums()

    /** How many periods were lost of it. */
    var lost: Long = 0L
}
