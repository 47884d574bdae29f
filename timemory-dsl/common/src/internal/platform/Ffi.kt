package timemory.internal.platform

/**
 * Calls functions of C libraries, and provides off-heap memory for their arguments and results.
 *
 * There is one such interface so that code which uses it (`perf_event_open`, PAPI) is written once for both targets: on the JVM it uses the
 * Foreign Function and Memory API, and is available with `timemory-jvm` on Java 22 and later; natively it uses cinterop. Addresses, and
 * arguments of any integer or pointer type, are passed as `Long`, as in the x86-64 calling convention.
 */
internal expect object Ffi {
    /** Why nothing can be called here; `null` if it can. All other members may be used only if this is `null`. */
    val unavailable: String?

    /**
     * Returns the function [name] of the library [file], or of the C library if that is `null`; `null` if it does not exist. Without a
     * library, and with `0x` and hexadecimal digits as the name, returns the function at that address: one that a library passed, or that
     * `dlsym` found.
     */
    fun find(file: String?, name: String): ForeignFunction?

    /** Makes the system call [number], with up to six arguments; returns the negated error number if it fails. */
    fun systemCall(number: Long, a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L, e: Long = 0L, f: Long = 0L): Long

    /** Zeroed memory, aligned for any type. */
    fun allocate(bytes: Long): Long

    fun free(address: Long)

    fun byteAt(address: Long): Byte

    fun intAt(address: Long): Int

    fun longAt(address: Long): Long

    /** Like [intAt], but not reordered with other memory reads. */
    fun intInOrder(address: Long): Int

    fun putByte(address: Long, value: Byte)

    fun putInt(address: Long, value: Int)

    fun putLong(address: Long, value: Long)

    /** Reads the processor's performance counter with [index]; terminates the process if the kernel does not allow it. */
    fun performanceCounter(index: Int): Long

    /**
     * Returns the address of a C function that returns 0, for a library to call with up to five integers or pointers, on any thread,
     * including threads that the library created. Arguments that are not passed contain garbage. A process has [CALLBACKS] of them, and
     * none is ever released.
     */
    fun callback(target: ForeignCallback): Long
}

/** The number of functions that [Ffi.callback] can create: on Kotlin/Native, each is a function compiled in advance. */
internal const val CALLBACKS: Int = 5

/** A function called by a library. It must not throw: no caller could catch that. */
internal fun interface ForeignCallback {
    fun called(a: Long, b: Long, c: Long, d: Long, e: Long)
}

/** A function of a C library. */
internal expect class ForeignFunction {
    /** Its address. */
    val address: Long

    /** Calls it; a result of type `int` is in the lower half. */
    fun call(a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L, e: Long = 0L, f: Long = 0L): Long
}

/** Returns the text at [address], up to the terminating NUL and no longer than [most]; empty for address 0. */
internal fun Ffi.textAt(address: Long, most: Int = 1024): String {
    if (address == 0L) return ""
    var length = 0
    while (length < most && byteAt(address + length) != 0.toByte()) length++
    return ByteArray(length) { byteAt(address + it) }.decodeToString()
}

/** Passes [text] to [action] as a C string. */
internal inline fun <R> Ffi.withText(text: String, action: (Long) -> R): R {
    val bytes = text.encodeToByteArray()
    return withMemory(bytes.size + 1L) { address ->
        for (i in bytes.indices) putByte(address + i, bytes[i])
        action(address)
    }
}

/** Passes zeroed memory to [action]. */
internal inline fun <R> Ffi.withMemory(bytes: Long, action: (Long) -> R): R {
    val address = allocate(bytes)
    try {
        return action(address)
    } finally {
        free(address)
    }
}

/** Linux system call numbers on x86-64. */
internal object SystemCall {
    const val CLOSE = 3L
    const val MMAP = 9L
    const val MUNMAP = 11L
    const val PERF_EVENT_OPEN = 298L
}
