@file:OptIn(ExperimentalForeignApi::class)
@file:Suppress("unused", "UNUSED_VARIABLE")

package readme

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.staticCFunction
import platform.posix.expf
import timemory.WallClock
import timemory.bundle
import timemory.measure
import timemory.memory.MallocGotcha
import timemory.nativecalls.NativeGotcha

private val files = listOf<String>()

private fun pack(files: List<String>) = files.size

private fun packing() {
    val packing = NativeGotcha(bundle<WallClock>()).wrap("deflate", "i32(ptr, i32)").wrap("inflate", "i32(ptr, i32)")

    packing.during { pack(files) }
}

private fun reading() {
    val reading = NativeGotcha().count("read", argument = 2) // calls, and the bytes that were asked for
    reading.start()
    println(reading.counted("read")) // NativeCallCount(calls=12, sum=98304)
}

private fun exponentials(exponentials: NativeGotcha) {
    val original = exponentials.replace("exp", staticCFunction { x: Double -> expf(x.toFloat()).toDouble() })
}

private fun decode(picture: String) = picture

private fun decoding(picture: String) {
    measure<WallClock, MallocGotcha>("decode") { decode(picture) }
}
