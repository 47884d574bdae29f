@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import cnames.structs.tm_sampled
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.cinterop.sampling.tm_sampled_discard
import timemory.cinterop.sampling.tm_sampled_for
import timemory.cinterop.sampling.tm_sampled_has_ended
import timemory.cinterop.sampling.tm_sampled_release
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * The slots of the process's threads in the C sampler. A thread keeps its slot from one session to the next: while it lives, a signal may
 * still be on its way to it.
 */
internal object SampledPlaces {
    private val lock = Lock()
    private val places = HashMap<Int, CPointer<tm_sampled>>()

    /** Returns the slot of thread [id], without its earlier samples; `null` if there are no slots left or no memory. */
    fun placeFor(id: Int): CPointer<tm_sampled>? = lock.hold {
        val known = places[id]
        if (known != null && tm_sampled_has_ended(known) == 0) {
            tm_sampled_discard(known)
            return known
        }
        tm_sampled_for(id)?.also { places[id] = it }
    }

    /** Called when the thread has ended, and its samples have been taken. */
    fun release(id: Int, place: CPointer<tm_sampled>): Unit = lock.hold {
        if (places[id] == place) places.remove(id)
        tm_sampled_release(place)
    }

    /** Called when a sampler starts: releases the slots of threads that have ended meanwhile. */
    fun sweep(): Unit = lock.hold {
        val ended = places.filter { tm_sampled_has_ended(it.value) != 0 }
        for ((id, place) in ended) {
            places.remove(id)
            tm_sampled_release(place)
        }
    }
}
