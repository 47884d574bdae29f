@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.COpaquePointerVar
import kotlinx.cinterop.CPointerVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.IntVar
import kotlinx.cinterop.get
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.pointed
import kotlinx.cinterop.toKString
import kotlinx.cinterop.value
import platform.posix.strdup

/*
 * What goes between C and Kotlin, and how: every function that c/kotlin.h declares is exported under its name there by `ExportedBridge`,
 * the annotation by which the compiler's own Swift export makes a function callable from outside. It is hidden, hence the suppressed
 * errors. The documented one, `CName`, makes the same bridge in C++ that is compiled apart and not optimised, and a region would take ten
 * nanoseconds more. The compiler's version is pinned.
 *
 * Pointers come as `NativePtr`. No exception may leave such a function: there is nobody to catch it.
 */

/** The most names that c/names.c numbers. */
private const val MOST_NAMES = 65_536

internal val names = arrayOfNulls<String>(MOST_NAMES)

/** The text of a name gets its number, before anybody uses it. */
@ExportedBridge("tm_name")
public fun name(number: Int, text: NativePtr) {
    names[number] = textAt(text)
}

/** The string of a name: see c/names.h. */
internal fun nameOf(number: Int, text: NativePtr): String = (if (number >= 0) names[number] else null) ?: textAt(text)

internal fun textAt(pointer: NativePtr): String = interpretCPointer<ByteVar>(pointer)?.toKString().orEmpty()

internal fun textsAt(count: Int, pointer: NativePtr): Array<String> {
    val array = interpretCPointer<CPointerVar<ByteVar>>(pointer) ?: return emptyArray()
    // A program may say more than there is: a null pointer ends the list.
    return generateSequence(0) { it + 1 }.take(
        maxOf(
            0,
            count,
        ),
    ).map { array[it]?.toKString() }.takeWhile { it != null }.map { it!! }.toList().toTypedArray()
}

internal fun numbersAt(count: Int, pointer: NativePtr): IntArray {
    val array = interpretCPointer<IntVar>(pointer) ?: return IntArray(0)
    return IntArray(maxOf(0, count)) { array[it] }
}

/** [text] as C gets it: its own to free. */
internal fun copyOf(text: String): NativePtr = strdup(text)?.rawValue ?: NativePtr.NULL

/** Does [work]; where that fails by a wrong argument, [error] points to why, and [otherwise] is returned. */
internal inline fun <R> orError(error: NativePtr, otherwise: R, work: () -> R): R {
    val why = try {
        return work()
    } catch (wrong: IllegalArgumentException) {
        wrong.message
    } catch (wrong: IllegalStateException) {
        wrong.message
    }
    interpretCPointer<COpaquePointerVar>(error)!!.pointed.value = strdup(why ?: "failed")
    return otherwise
}
