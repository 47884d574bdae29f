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
 * A call of a wrapped function, valid while the [NativeAudit] that receives it runs.
 *
 * Arguments are counted from 0, as declared in the function's signature: without a signature there are none. An argument of another kind
 * than the requested one, or that does not exist, is 0 or `null`; addresses are integers, too.
 */
@ExperimentalTimemoryApi
public value class NativeCall internal constructor(private val call: CPointer<timemory_call>) {
    /** The function's name, as specified. */
    public val function: String get() = timemory_call_function(call)!!.toKString()

    /** The integer argument [number]. */
    public fun integer(number: Int): Long = timemory_call_integer(call, number)

    /** The floating-point argument [number]. */
    public fun floating(number: Int): Double = timemory_call_floating(call, number)

    /** The address in argument [number]. */
    public fun pointer(number: Int): COpaquePointer? = timemory_call_pointer(call, number)

    /** The text that argument [number], of type `str`, points to. */
    public fun text(number: Int): String? = pointer(number)?.reinterpret<ByteVar>()?.toKString()

    /** The function's return value, in `outgoing`: an integer or an address. */
    public val integerResult: Long get() = timemory_call_integer_result(call)

    /** The function's return value, in `outgoing`: a floating-point number. */
    public val floatingResult: Double get() = timemory_call_floating_result(call)
}
