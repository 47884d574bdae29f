package timemory.forwarding

import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText

/**
 * What code the process has, as its dynamic loader knows it. `Ffi.find` alone does not see on the JVM what was preloaded, or linked to
 * the program that started the JVM. May be used only where [Ffi.unavailable] is `null`.
 */
internal object LoadedCode {
    private val dlopen by lazy { Ffi.find(null, "dlopen")!! }
    private val dlsym by lazy { Ffi.find(null, "dlsym")!! }
    private val dladdr by lazy { Ffi.find(null, "dladdr")!! }
    private val getenv by lazy { Ffi.find(null, "secure_getenv") ?: Ffi.find(null, "getenv")!! }

    /** The library [file], loaded now unless it is already; 0 where there is none. A library stays loaded. */
    fun open(file: String): Long = Ffi.withText(file) { dlopen.call(it, RTLD_LAZY) }

    /** The library [file] if it is loaded already, 0 otherwise. */
    fun openIfLoaded(file: String): Long = Ffi.withText(file) { dlopen.call(it, RTLD_LAZY or RTLD_NOLOAD) }

    /** Where [name] lies in the library [handle], or in what the whole process sees where that is [PROCESS]; 0 where it is not. */
    fun addressOf(handle: Long, name: String): Long = Ffi.withText(name) { dlsym.call(handle, it) }

    fun functionOf(handle: Long, name: String): ForeignFunction? = addressOf(handle, name).let { if (it == 0L) null else functionAt(it) }

    fun functionAt(address: Long): ForeignFunction = Ffi.find(null, "0x${address.toString(16)}")!!

    /** What the library or program begins at that [address] lies in; 0 where nobody knows. */
    fun objectAt(address: Long): Long = Ffi.withMemory(DL_INFO_BYTES) { into ->
        if (dladdr.call(address, into).toInt() == 0) 0L else Ffi.longAt(into + BASE)
    }

    /** What a library sees of the environment, which the JVM's own copy may lack; `null` where the variable is not set. */
    fun environment(name: String): String? {
        val value = Ffi.withText(name) { getenv.call(it) }
        return if (value == 0L) null else Ffi.textAt(value, MAX_VALUE_LENGTH)
    }

    /** `RTLD_DEFAULT`: the program, what it was linked with or preloaded, and what was loaded for all to see. */
    const val PROCESS = 0L

    private const val RTLD_LAZY = 1L
    private const val RTLD_NOLOAD = 4L

    /** `Dl_info`: the name of the file, the address at which it begins, the nearest symbol and its address. */
    private const val DL_INFO_BYTES = 32L
    private const val BASE = 8L
    private const val MAX_VALUE_LENGTH = 65_536
}
