@file:OptIn(ExperimentalForeignApi::class, ExperimentalTimemoryApi::class)

package samples.calls

import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.UByteVar
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.invoke
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import platform.posix.RTLD_NOW
import platform.posix.cos
import platform.posix.dlerror
import platform.posix.dlopen
import platform.posix.dlsym
import timemory.ExperimentalTimemoryApi
import timemory.Timemory
import timemory.TripCount
import timemory.WallClock
import timemory.bundle
import timemory.measure
import timemory.nativecalls.NativeGotcha

private typealias Checksum = CPointer<CFunction<(ULong, CPointer<UByteVar>?, UInt) -> ULong>>

/** Counts and measures its calls of libz and libm: the program of ../../README.md, in Kotlin/Native. */
fun main() {
    val buffer = UByteArray(1000) { (it % 251).toUByte() }
    val counting = NativeGotcha().count("crc32", argument = 2).count("adler32", argument = 2).rejectCallers("libz.so*")
    val measuring = NativeGotcha(bundle<WallClock, TripCount>()).wrap("cos", "f64(f64)")

    var crc = 0uL
    var adler = 1uL
    var cosines = 0.0
    // libz need not be installed at link time.
    val zlib = dlopen("libz.so.1", RTLD_NOW) ?: error(dlerror()!!.toKString())
    counting.start()
    measuring.start()
    // Calls through an address that was taken earlier could not be measured.
    val crc32: Checksum = zlib.function("crc32")
    val adler32: Checksum = zlib.function("adler32")
    buffer.usePinned { pinned ->
        val bytes = pinned.addressOf(0)
        measure<WallClock, TripCount>("main") {
            for (i in 1u..1000u) crc = crc32(crc, bytes, i)
            repeat(1000) { adler = adler32(adler, bytes, 1000u) }
            for (i in 0..<100) cosines += cos(0.01 * buffer[i].toInt())
        }
        measuring.stop()
        counting.stop()
        crc = crc32(crc, bytes, 1000u)
        adler = adler32(adler, bytes, 1000u)
        cosines += cos(1.0)
    }
    for (function in listOf("crc32", "adler32")) counting.counted(function).let { println("$function ${it.calls} ${it.sum}") }
    println("results ${hexadecimal(crc)} ${hexadecimal(adler)} ${rounded(cosines)}")
    Timemory.finalize()
}

private fun COpaquePointer.function(name: String): Checksum = dlsym(this, name)!!.reinterpret()

private fun hexadecimal(number: ULong) = number.toString(16).padStart(8, '0')

private fun rounded(number: Double): String = (number * 1e6 + 0.5).toLong().toString().let { "${it.dropLast(6)}.${it.takeLast(6)}" }
