@file:OptIn(ExperimentalForeignApi::class)

package timemory.nativecalls

import cnames.structs.timemory_call
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.toKString
import timemory.ExperimentalTimemoryApi
import timemory.cinterop.gotcha.timemory_call_floating
import timemory.cinterop.gotcha.timemory_call_floating_result
import timemory.cinterop.gotcha.timemory_call_function
import timemory.cinterop.gotcha.timemory_call_integer
import timemory.cinterop.gotcha.timemory_call_integer_result
import timemory.cinterop.gotcha.timemory_call_pointer

/**
 * A call of a wrapped function, valid while the [NativeAudit] that it is given to runs.
 *
 * Arguments are counted from 0, and are what the function's signature says: without one there are none. An argument of another kind than
 * the one asked for, or that is not there, is 0 or `null`; addresses are integers, too.
 */
@ExperimentalTimemoryApi
public value class NativeCall internal constructor(private val call: CPointer<timemory_call>) {
    /** The function's name, as it was given. */
    public val function: String get() = timemory_call_function(call)!!.toKString()

    /** The integer argument [number]. */
    public fun integer(number: Int): Long = timemory_call_integer(call, number)

    /** The floating-point argument [number]. */
    public fun floating(number: Int): Double = timemory_call_floating(call, number)

    /** The address that is the argument [number]. */
    public fun pointer(number: Int): COpaquePointer? = timemory_call_pointer(call, number)

    /** The text that the argument [number] points to, of type `str`. */
    public fun text(number: Int): String? = pointer(number)?.reinterpret<ByteVar>()?.toKString()

    /** What the function returned, in `outgoing`: an integer or an address. */
    public val integerResult: Long get() = timemory_call_integer_result(call)

    /** What the function returned, in `outgoing`: a floating-point number. */
    public val floatingResult: Double get() = timemory_call_floating_result(call)
}
