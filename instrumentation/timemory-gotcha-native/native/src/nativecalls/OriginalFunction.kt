@file:OptIn(ExperimentalForeignApi::class)

package timemory.nativecalls

import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointerVar
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.pointed
import kotlinx.cinterop.ptr
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.value
import timemory.ExperimentalTimemoryApi
import timemory.cinterop.gotcha.tm_replacement

/** The original function, for a replacement to call: see [NativeGotcha.replace]. */
@ExperimentalTimemoryApi
public class OriginalFunction<F : Function<*>> internal constructor(
    private val replacement: CPointer<tm_replacement>,
    private val name: String,
) {
    /**
     * The function, or the next gotcha's code for it.
     *
     * @throws IllegalStateException before the gotcha is first started, and if nothing calls the function
     */
    public val pointer: CPointer<CFunction<F>>
        get() = replacement.pointed.original?.reinterpret() ?: error("no call of $name has been replaced yet: there is no original to call")
}
