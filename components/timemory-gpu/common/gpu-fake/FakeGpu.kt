package timemory

import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.gpu.CudaEvent
import timemory.gpu.CudaProfiler
import timemory.gpu.CudaStream
import timemory.gpu.CuptiActivity
import timemory.gpu.GpuMemory
import timemory.gpu.NvtxMarker
import timemory.internal.platform.Ffi
import timemory.internal.platform.processId
import timemory.internal.platform.textAt
import timemory.internal.platform.withText
import timemory.repository
import timemory.results.Results
import timemory.settings.SettingsBuilder

/**
 * The fake GPU of `fake-gpu.c`, `fake-ert.c` and `fake-counters.c`: compiled once, and loaded under the names of the CUDA driver, CUPTI,
 * NVTX and NVRTC before the real ones are looked for. Its clock advances only when a test says so.
 */
internal object FakeGpu {
    private const val RTLD_NOW_AND_GLOBAL = 0x102L
    private val SOURCES = listOf("fake-gpu.c", "fake-ert.c", "fake-counters.c").joinToString(" ") {
        "$repository/components/timemory-gpu/native/test/c/$it"
    }

    private val file: String by lazy {
        val folder = "/tmp/timemory-fake-gpu-${processId()}"
        val names = listOf("libcupti.so.13", "libnvtx3interop.so.1", "libnvrtc.so.13")
        val libraries = names.joinToString("; ") {
            "\${KONAN_CC:-gcc} -shared -Wl,-soname,$it -o $folder/$it -Wl,--no-as-needed -x c /dev/null -x none $folder/libcuda.so.1"
        }
        shell(
            "set -e; mkdir -p $folder; \${KONAN_CC:-gcc} -Wall -Wextra -Werror -shared -fPIC -Wl,-soname,libcuda.so.1 " +
                "-o $folder/libcuda.so.1 $SOURCES -lpthread -lm; $libraries",
        )
        val open = Ffi.find(null, "dlopen")!!
        for (name in listOf("libcuda.so.1") + names) {
            assertTrue(Ffi.withText("$folder/$name") { open.call(it, RTLD_NOW_AND_GLOBAL) } != 0L, "$name is not loaded")
        }
        shell("rm -r $folder")
        "libcuda.so.1"
    }

    private fun shell(command: String) = assertEquals(0L, Ffi.withText(command) { Ffi.find(null, "system")!!.call(it) }, command)

    fun call(name: String, a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L, e: Long = 0L): Long = Ffi.find(file, name)!!.call(
        a,
        b, c, d, e,
    )

    /** Resets everything, with a context on the calling thread. */
    fun reset() {
        call("fake_reset")
        call("fake_use_context")
        call("fake_new_context")
    }

    fun kernel(name: String, nanoseconds: Long, stream: CudaStream = CudaStream.DEFAULT) = run(10L, name, nanoseconds, stream)

    fun copy(nanoseconds: Long, direction: Long) = run(1L, "", nanoseconds, CudaStream.DEFAULT, direction)

    fun run(kind: Long, name: String, nanoseconds: Long, stream: CudaStream = CudaStream.DEFAULT, detail: Long = 0L) {
        Ffi.withText(name) { call("fake_run", kind, it, nanoseconds, stream.handle, detail) }
    }

    fun stream() = CudaStream(call("fake_new_stream"))

    /** Makes the next [times] calls of [function] return [status]. */
    fun fail(function: String, status: Long, times: Long = 1L) {
        Ffi.withText(function) { call("fake_fail", it, status, times) }
    }

    val noted: String get() = Ffi.textAt(call("fake_noted"), 65_536)

    const val IN_ORDER = 0L
    const val BACKWARDS = 1L
    const val ON_ANOTHER_THREAD = 2L
    const val KERNELS_LATE = 3L
}

/** Runs a session with the fake GPU. If no library can be called, on Java 17, the reason is checked instead, and the result is `null`. */
internal fun gpuSession(configure: SettingsBuilder.() -> Unit = {}, program: () -> Unit): Results? {
    if (Ffi.unavailable != null) {
        for (type in listOf(CudaEvent, CuptiActivity, NvtxMarker, CudaProfiler, GpuMemory)) {
            assertTrue("Foreign Function and Memory API" in type.unavailableReason()!!, "${type.unavailableReason()}")
        }
        println("skipped: ${Ffi.unavailable}")
        return null
    }
    FakeGpu.reset()
    Timemory.init {
        coutOutput = false
        fileOutput = false
        configure()
    }
    var results: Results?
    try {
        program()
    } finally {
        results = Timemory.finalize()
    }
    return results!!
}

internal fun Results.of(id: String, vararg path: String): Totals =
    this[id]?.find(*path)?.inclusive ?: error("no $id at ${path.toList()}: $problems")

/** Returns the number of laps that component [id] recorded at [path]; 0 if it has no such node. */
internal fun Results.lapsOf(id: String, vararg path: String): Long = this[id]?.find(*path)?.inclusive?.laps ?: 0L
