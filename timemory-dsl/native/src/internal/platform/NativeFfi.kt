@file:OptIn(ExperimentalForeignApi::class, InternalForKotlinNative::class)
@file:Suppress("INVISIBLE_REFERENCE", "INVISIBLE_MEMBER")

package timemory.internal.platform

import kotlin.native.internal.GCUnsafeCall
import kotlin.native.internal.InternalForKotlinNative
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointed
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.IntVar
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.pointed
import kotlinx.cinterop.staticCFunction
import kotlinx.cinterop.toCPointer
import kotlinx.cinterop.toLong
import kotlinx.cinterop.value
import platform.posix.RTLD_LOCAL
import platform.posix.RTLD_NOW
import platform.posix.calloc
import platform.posix.dlopen
import platform.posix.dlsym
import timemory.cinterop.linux.timemory_call
import timemory.cinterop.linux.timemory_system_call

internal actual object Ffi {
    actual val unavailable: String? get() = null

    actual fun find(file: String?, name: String): ForeignFunction? {
        if (file == null && name.startsWith("0x")) return ForeignFunction(name.drop(2).toLong(16))
        // Libraries are never unloaded. Without a name, dlopen returns the program itself with all libraries loaded at its start.
        val library = dlopen(file, RTLD_NOW or RTLD_LOCAL) ?: return null
        return dlsym(library, name)?.let { ForeignFunction(it.toLong()) }
    }

    actual fun systemCall(number: Long, a: Long, b: Long, c: Long, d: Long, e: Long, f: Long): Long =
        timemory_system_call(number, a, b, c, d, e, f)

    actual fun allocate(bytes: Long): Long =
        calloc(1u, bytes.toULong())?.toLong() ?: throw OutOfMemoryError("$bytes bytes outside of the heap")

    actual fun free(address: Long) = platform.posix.free(address.toCPointer<CPointed>() as COpaquePointer?)

    actual fun byteAt(address: Long): Byte = at<ByteVar>(address).pointed.value

    actual fun intAt(address: Long): Int = at<IntVar>(address).pointed.value

    actual fun longAt(address: Long): Long = at<LongVar>(address).pointed.value

    actual fun intInOrder(address: Long): Int = loadInt(address)

    actual fun putByte(address: Long, value: Byte) {
        at<ByteVar>(address).pointed.value = value
    }

    actual fun putInt(address: Long, value: Int) {
        at<IntVar>(address).pointed.value = value
    }

    actual fun putLong(address: Long, value: Long) {
        at<LongVar>(address).pointed.value = value
    }

    actual fun performanceCounter(index: Int): Long = readCounter(index)

    actual fun callback(target: ForeignCallback): Long = callbackLock.hold {
        val slot = targets.indexOf(null)
        check(slot >= 0) { "all $CALLBACKS callbacks for libraries are in use" }
        targets[slot] = target
        entries[slot].toLong()
    }

    private inline fun <reified T : CPointed> at(address: Long): CPointer<T> = address.toCPointer()!!
}

internal actual class ForeignFunction(actual val address: Long) {
    actual fun call(a: Long, b: Long, c: Long, d: Long, e: Long, f: Long): Long = timemory_call(address, a, b, c, d, e, f)
}

/** A compiled function cannot store its target: each has a slot here. */
private val targets = arrayOfNulls<ForeignCallback>(CALLBACKS)
private val callbackLock = Lock()

private fun called(slot: Int, a: Long, b: Long, c: Long, d: Long, e: Long): Long {
    targets[slot]!!.called(a, b, c, d, e)
    return 0L
}

private val entries = listOf(
    staticCFunction { a: Long, b: Long, c: Long, d: Long, e: Long -> called(0, a, b, c, d, e) },
    staticCFunction { a: Long, b: Long, c: Long, d: Long, e: Long -> called(1, a, b, c, d, e) },
    staticCFunction { a: Long, b: Long, c: Long, d: Long, e: Long -> called(2, a, b, c, d, e) },
    staticCFunction { a: Long, b: Long, c: Long, d: Long, e: Long -> called(3, a, b, c, d, e) },
    staticCFunction { a: Long, b: Long, c: Long, d: Long, e: Long -> called(4, a, b, c, d, e) },
)

// Like the clocks, see NativeClocks.kt: each takes a few instructions.

@GCUnsafeCall("timemory_quick_load")
private external fun loadInt(address: Long): Int

@GCUnsafeCall("timemory_quick_counter")
private external fun readCounter(index: Int): Long
