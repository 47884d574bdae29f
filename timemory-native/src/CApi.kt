@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.CName
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.CPointerVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.toKString
import timemory.CpuClock
import timemory.PeakRss
import timemory.Timemory
import timemory.WallClock
import timemory.bundle

/*
 * The C functions of libtimemory.so, as include/timemory/library.h documents them. A region measures wall clock, CPU clock and peak
 * RSS, timemory's default for its library.
 */

private val regions = bundle<WallClock, CpuClock, PeakRss>()

@CName("timemory_init_library")
fun initLibrary(argc: Int, argv: CPointer<CPointerVar<ByteVar>>?) {
    Timemory.init()
}

@CName("timemory_library_is_initialized")
fun libraryIsInitialized(): Boolean = Timemory.isInitialized

@CName("timemory_finalize_library")
fun finalizeLibrary() {
    Timemory.finalize()
}

@CName("timemory_pause")
fun pauseMeasuring() {
    Timemory.isEnabled = false
}

@CName("timemory_resume")
fun resumeMeasuring() {
    Timemory.isEnabled = true
}

@CName("timemory_push_region")
fun pushRegion(name: CPointer<ByteVar>?) {
    if (name != null) regions.push(name.toKString())
}

@CName("timemory_pop_region")
fun popRegion(name: CPointer<ByteVar>?) {
    if (name != null) regions.pop(name.toKString())
}
