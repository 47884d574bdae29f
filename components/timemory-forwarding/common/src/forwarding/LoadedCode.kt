package timemory.forwarding

import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText

/**
 * The code in the process, according to its dynamic loader. On the JVM, `Ffi.find` alone does not see preloaded libraries or those linked
 * to the launcher of the JVM. May be used only if [Ffi.unavailable] is `null`.
 */
internal object LoadedCode {
    private val dlopen by lazy { Ffi.find(null, "dlopen")!! }
    private val dlsym by lazy { Ffi.find(null, "dlsym")!! }
    private val dladdr by lazy { Ffi.find(null, "dladdr")!! }
    private val getenv by lazy { Ffi.find(null, "secure_getenv") ?: Ffi.find(null, "getenv")!! }

    /** Loads the library [file] if needed, and returns its handle; 0 if it does not exist. Libraries are never unloaded. */
    fun open(file: String): Long = Ffi.withText(file) { dlopen.call(it, RTLD_LAZY) }

    /** Returns the handle of the library [file] if it is already loaded, 0 otherwise. */
    fun openIfLoaded(file: String): Long = Ffi.withText(file) { dlopen.call(it, RTLD_LAZY or RTLD_NOLOAD) }

    /** Returns the address of [name] in the library [handle], or in the global scope for [PROCESS]; 0 if it does not exist. */
    fun addressOf(handle: Long, name: String): Long = Ffi.withText(name) { dlsym.call(handle, it) }

    fun functionOf(handle: Long, name: String): ForeignFunction? = addressOf(handle, name).let { if (it == 0L) null else functionAt(it) }

    fun functionAt(address: Long): ForeignFunction = Ffi.find(null, "0x${address.toString(16)}")!!

    /** Returns the base address of the library or program that contains [address]; 0 if unknown. */
    fun objectAt(address: Long): Long = Ffi.withMemory(DL_INFO_BYTES) { into ->
        if (dladdr.call(address, into).toInt() == 0) 0L else Ffi.longAt(into + BASE)
    }

    /** Returns an environment variable as native libraries see it, which the JVM's own copy may lack; `null` if it is not set. */
    fun environment(name: String): String? {
        val value = Ffi.withText(name) { getenv.call(it) }
        return if (value == 0L) null else Ffi.textAt(value, MAX_VALUE_LENGTH)
    }

    /** `RTLD_DEFAULT`: the program, its linked and preloaded libraries, and those loaded with global visibility. */
    const val PROCESS = 0L

    private const val RTLD_LAZY = 1L
    private const val RTLD_NOLOAD = 4L

    /** `Dl_info`: the file name, its base address, the nearest symbol and its address. */
    private const val DL_INFO_BYTES = 32L
    private const val BASE = 8L
    private const val MAX_VALUE_LENGTH = 65_536
}
