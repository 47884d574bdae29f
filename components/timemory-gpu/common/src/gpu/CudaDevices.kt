package timemory.gpu

import timemory.HardwareEvent
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.source.reasonWithout

/** The machine's GPUs according to the CUDA driver. */
internal object CudaDevices {
    private const val CATEGORY = "GPU device"
    private const val MULTIPROCESSORS = 16L
    private const val MAJOR = 75L
    private const val MINOR = 76L
    private const val MAX_NAME_LENGTH = 256L

    /** Returns an entry for each GPU; if there are none, one entry with the reason. */
    fun all(): List<HardwareEvent> {
        val reason = CudaDriver.unavailable() ?: reasonWithout { count().toLong() }
        if (reason != null) return listOf(HardwareEvent("(CUDA)", CATEGORY, reason, "NVIDIA GPUs"))
        return List(count()) { index ->
            val refusal = reasonWithout { number("cuDeviceGet", index.toLong()).toLong() }
            HardwareEvent("cuda:$index", CATEGORY, refusal, if (refusal == null) describe(number("cuDeviceGet", index.toLong())) else "")
        }
    }

    fun count(): Int = number("cuDeviceGetCount")

    private fun describe(device: Int): String {
        val name = Ffi.withMemory(MAX_NAME_LENGTH) { into ->
            CudaDriver.check(function("cuDeviceGetName").call(into, MAX_NAME_LENGTH, device.toLong()), "query the name of a GPU")
            Ffi.textAt(into, MAX_NAME_LENGTH.toInt())
        }
        val bytes = Ffi.withMemory(8L) { into ->
            CudaDriver.check(function("cuDeviceTotalMem_v2").call(into, device.toLong()), "query the memory of a GPU")
            Ffi.longAt(into)
        }
        val capability = "${attribute(MAJOR, device)}.${attribute(MINOR, device)}"
        return "$name: compute capability $capability, ${attribute(MULTIPROCESSORS, device)} multiprocessors, ${bytes shr 20} MiB of " +
            "memory, " +
            "driver for CUDA ${CudaDriver.version}"
    }

    private fun attribute(attribute: Long, device: Int): Int = number("cuDeviceGetAttribute", attribute, device.toLong())

    private fun number(function: String, a: Long = 0L, b: Long = 0L): Int = Ffi.withMemory(8L) { into ->
        CudaDriver.check(function(function).call(into, a, b), "query its GPUs ($function)")
        Ffi.intAt(into)
    }

    private fun function(name: String): ForeignFunction =
        CudaDriver.optional(name) ?: throw UnsupportedOperationException("the CUDA driver has no function $name")
}
