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
 * The places of the process's threads in the sampler in C. A thread keeps its own from one session to the next: while it lives, a signal
 * may still be on its way to it.
 */
internal object SampledPlaces {
    private val lock = Lock()
    private val places = HashMap<Int, CPointer<tm_sampled>>()

    /** The place of thread [id], without the samples that it had before; `null` where there is none left or no memory. */
    fun placeFor(id: Int): CPointer<tm_sampled>? = lock.hold {
        val known = places[id]
        if (known != null && tm_sampled_has_ended(known) == 0) {
            tm_sampled_discard(known)
            return known
        }
        tm_sampled_for(id)?.also { places[id] = it }
    }

    /** The thread has ended, and its samples have been taken. */
    fun release(id: Int, place: CPointer<tm_sampled>): Unit = lock.hold {
        if (places[id] == place) places.remove(id)
        tm_sampled_release(place)
    }

    /** A sampler begins: releases the places of threads that ended while there was none. */
    fun sweep(): Unit = lock.hold {
        val ended = places.filter { tm_sampled_has_ended(it.value) != 0 }
        for ((id, place) in ended) {
            places.remove(id)
            tm_sampled_release(place)
        }
    }
}
