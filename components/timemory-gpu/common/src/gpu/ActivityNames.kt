package timemory.gpu

import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.platform.withText

/** Names the activities of records. C++ kernel names are demangled if the C++ library supports it. */
internal class ActivityNames {
    private val lock = Lock()
    private val kernels = HashMap<String, String>()
    private val calls = HashMap<Int, String>()

    fun of(kind: ActivityKind, record: Long): String = when (kind) {
        ActivityKind.KERNEL, ActivityKind.CONCURRENT_KERNEL -> kernel(Ffi.textAt(Ffi.longAt(record + ActivityKind.KERNEL_NAME)))
        ActivityKind.MEMCPY, ActivityKind
            .MEMCPY2,
        -> "memcpy ${COPIES.getOrElse(Ffi.byteAt(record + ActivityKind.COPY_KIND).toInt()) { "unknown" }}"
        ActivityKind.MEMSET -> "memset"
        ActivityKind.SYNCHRONIZATION -> "synchronization ${WAITS.getOrElse(Ffi.intAt(record + ActivityKind.WAIT_KIND)) { "unknown" }}"
        ActivityKind.RUNTIME -> call(RUNTIME, Ffi.intAt(record + ActivityKind.CALL))
        ActivityKind.DRIVER -> call(DRIVER, Ffi.intAt(record + ActivityKind.CALL))
    }

    /** Returns the name of the kernel with the mangled [name]. */
    fun kernel(name: String): String = lock.hold {
        if (kernels.size == MAX_NAMES) kernels.clear()
        kernels.getOrPut(name) { if (name.startsWith("_Z")) demangled(name) ?: name else name.ifEmpty { "(kernel without a name)" } }
    }

    private fun call(domain: Int, number: Int): String =
        lock.hold { calls.getOrPut(2 * number + domain) { CuptiLibrary.nameOfCall(domain.toLong(), number) } }

    private fun demangled(name: String): String? {
        val demangle = Ffi.find("libstdc++.so.6", "__cxa_demangle") ?: return null
        val text = Ffi.withText(name) { demangle.call(it) }
        if (text == 0L) return null
        return Ffi.textAt(text).also { Ffi.free(text) }
    }

    private companion object {
        const val MAX_NAMES = 10_000
        const val DRIVER = 1
        const val RUNTIME = 2

        /** Indexed by `CUpti_ActivityMemcpyKind`: H is the host, D a device, A an array on it, P another device. */
        val COPIES = listOf("unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP")

        /** Indexed by `CUpti_ActivitySynchronizationType`. */
        val WAITS = listOf("unknown", "with an event", "of a stream with an event", "with a stream", "with a context")
    }
}
