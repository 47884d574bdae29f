package programs

import kotlin.coroutines.CoroutineContext
import timemory.TripCount
import timemory.bundle
import timemory.measured
import timemory.measuredScope

/** A program that also measures itself. */
object Measured {
    private val tools = bundle<TripCount>()

    fun context(): CoroutineContext = measured()

    suspend fun scope(body: suspend () -> Unit) = measuredScope { body() }

    suspend fun suspending(body: suspend () -> Unit) = tools.measureSuspending("m") { body() }
}
