@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
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
 * The types passed between C and Kotlin. The functions that c/kotlin.h declares are bridges: the files of the folder bridges/ contain
 * nothing else. `ExportedBridge` exports them; the compiler's own Swift export uses the annotation. It is hidden, so its errors are
 * suppressed, and the compiler version is pinned. The documented `CName` generates the same bridge as unoptimised C++, which adds ten
 * nanoseconds to a region.
 *
 * Rules for bridges:
 * - **Kotlin never calls a bridge.** A bridge puts its thread into the runnable state, and into the native state when it returns. A Kotlin
 *   caller would continue in the native state: the collector no longer waits for the thread, and frees the objects that it holds.
 * - A bridge is one line that calls a plain function of this folder, so that other code has something to call instead.
 *
 * Pointers are passed as `NativePtr`. No exception may leave a bridge: it would terminate the process.
 */

/** Maximum number of names that c/names.c numbers. */
private const val MAX_NAMES = 65_536

internal val names = arrayOfNulls<String>(MAX_NAMES)

/** Assigns a number to the text of a name, before anything uses it. */
internal fun name(number: Int, text: NativePtr) {
    names[number] = textAt(text)
}

/** Returns the string of a name: see c/names.h. */
internal fun nameOf(number: Int, text: NativePtr): String = (if (number >= 0) names[number] else null) ?: textAt(text)

internal fun textAt(pointer: NativePtr): String = interpretCPointer<ByteVar>(pointer)?.toKString().orEmpty()

internal fun textsAt(count: Int, pointer: NativePtr): Array<String> {
    val array = interpretCPointer<CPointerVar<ByteVar>>(pointer) ?: return emptyArray()
    // A program may pass too large a count: a null pointer ends the list.
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

/** Returns a copy of [text] for C, which owns and frees it. */
internal fun copyOf(text: String): NativePtr = strdup(text)?.rawValue ?: NativePtr.NULL

/**
 * Runs [work]; if it fails, reports the reason and returns [otherwise]. For functions that do not report errors to C: a wrong argument, or
 * another thread's effect on the session, must not terminate the program.
 */
internal inline fun <R> orTell(otherwise: R, work: () -> R): R = try {
    work()
} catch (failure: Exception) {
    Mistakes.tell(failure.message ?: failure.toString())
    otherwise
}

/** Runs [work]; if it fails because of a wrong argument, stores the reason in [error] and returns [otherwise]. */
internal inline fun <R> orError(error: NativePtr, otherwise: R, work: () -> R): R {
    val why = try {
        return work()
    } catch (failure: IllegalArgumentException) {
        failure.message
    } catch (failure: IllegalStateException) {
        failure.message
    } catch (failure: RuntimeException) {
        "a bug in timemory: $failure" // which must not terminate the program
    } catch (failure: Exception) { // such as a file that cannot be read
        failure.message
    }
    interpretCPointer<COpaquePointerVar>(error)!!.pointed.value = strdup(why ?: "failed")
    return otherwise
}
