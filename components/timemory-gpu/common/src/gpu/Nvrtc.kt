package timemory.gpu

import timemory.internal.platform.Ffi
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText

/** NVRTC, which compiles CUDA C++ at run time; looked up on first use. */
internal object Nvrtc {
    private val FILES = listOf("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so")
    private const val SUCCESS = 0
    private const val COMPILATION = 6

    private fun file(): String = FILES.firstOrNull { Ffi.find(it, "nvrtcCreateProgram") != null }
        ?: throw UnsupportedOperationException(
            "NVRTC was not found (tried ${FILES.joinToString()}; it comes with the CUDA toolkit; if it is " +
                "elsewhere, add its folder to " +
                "LD_LIBRARY_PATH)",
        )

    /** Returns code that the driver can load, terminated by a NUL byte; to be freed by the caller. */
    fun compile(source: String, options: List<String>): Long {
        val library = Library(file())
        return Ffi.withMemory(8L) { program ->
            Ffi.withText(source) { library.call("nvrtcCreateProgram", program, it) }
            try {
                compile(library, Ffi.longAt(program), options)
            } finally {
                library.call("nvrtcDestroyProgram", program)
            }
        }
    }

    private fun compile(library: Library, program: Long, options: List<String>): Long {
        val texts = options.map { it.encodeToByteArray() }
        Ffi.withMemory(8L * options.size + texts.sumOf { it.size + 1 }) { memory ->
            var text = memory + 8L * options.size
            for ((i, bytes) in texts.withIndex()) {
                Ffi.putLong(memory + 8L * i, text)
                for (byte in bytes) Ffi.putByte(text++, byte)
                text++
            }
            val status = library.status("nvrtcCompileProgram", program, options.size.toLong(), memory)
            require(status != COMPILATION) { "NVRTC cannot compile the kernels: ${log(library, program)}" }
            library.check(status, "compile")
        }
        val length = library.size("nvrtcGetPTXSize", program)
        val code = Ffi.allocate(length + 1L)
        library.call("nvrtcGetPTX", program, code)
        return code
    }

    private fun log(library: Library, program: Long): String {
        val length = library.size("nvrtcGetProgramLogSize", program)
        return Ffi.withMemory(length + 1L) { into ->
            library.call("nvrtcGetProgramLog", program, into)
            Ffi.textAt(into, minOf(length, MAX_LOG_BYTES).toInt())
        }
    }

    private class Library(val file: String) {
        fun status(name: String, a: Long, b: Long = 0L, c: Long = 0L): Int {
            val function = Ffi.find(file, name) ?: throw UnsupportedOperationException("$file has no function $name")
            return function.call(a, b, c).toInt()
        }

        fun call(name: String, a: Long, b: Long = 0L, c: Long = 0L) = check(status(name, a, b, c), name.removePrefix("nvrtc"))

        fun size(name: String, program: Long): Long = Ffi.withMemory(8L) { into ->
            call(name, program, into)
            Ffi.longAt(into)
        }

        fun check(status: Int, what: String) = check(status == SUCCESS) {
            "NVRTC cannot $what: " +
                "${Ffi.textAt(Ffi.find(file, "nvrtcGetErrorString")?.call(status.toLong()) ?: 0L).ifEmpty { "error $status" }}"
        }
    }

    private const val MAX_LOG_BYTES = 4096L
}
