package timemory.internal.platform

/**
 * Functions of C libraries, called where they lie, and memory outside of the heap for what they take and give.
 *
 * There is one such door so that what is called through it (`perf_event_open`, PAPI) is written once, for both targets: on the JVM it leads
 * through the Foreign Function and Memory API, and is there with `timemory-jvm` on Java 22 and later; natively through cinterop. Addresses,
 * and arguments of any integer or pointer type, are passed as `Long`, as the calling convention of x86-64 does.
 */
internal expect object Ffi {
    /** Why nothing can be called here, `null` where it can. All others may be used only then. */
    val unavailable: String?

    /**
     * The function [name] of the library [file], of the C library where that is `null`; `null` where there is none. Of no library and with
     * `0x` and hexadecimal digits in place of a name, the function at that address: one that a library passed, or that `dlsym` found.
     */
    fun find(file: String?, name: String): ForeignFunction?

    /** Calls the system by [number], with up to six arguments; the negative number of the error where it fails. */
    fun systemCall(number: Long, a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L, e: Long = 0L, f: Long = 0L): Long

    /** Zeroed memory, aligned for any type. */
    fun allocate(bytes: Long): Long

    fun free(address: Long)

    fun byteAt(address: Long): Byte

    fun intAt(address: Long): Int

    fun longAt(address: Long): Long

    /** Like [intAt], but not reordered with other reads of memory. */
    fun intInOrder(address: Long): Int

    fun putByte(address: Long, value: Byte)

    fun putInt(address: Long, value: Int)

    fun putLong(address: Long, value: Long)

    /** The processor's performance counter with [index]; ends the process where the kernel does not allow it. */
    fun performanceCounter(index: Int): Long

    /**
     * The address of a C function that returns 0, for a library to call with up to five integers or pointers, on any thread, also on one
     * that the library made. What it does not pass is left over from elsewhere. A process has [CALLBACKS] of them, and none is given back.
     */
    fun callback(target: ForeignCallback): Long
}

/** How many functions [Ffi.callback] can make: on Kotlin/Native each is compiled. */
internal const val CALLBACKS: Int = 5

/** What a library calls. It must not throw: no caller could catch that. */
internal fun interface ForeignCallback {
    fun called(a: Long, b: Long, c: Long, d: Long, e: Long)
}

/** A function of a C library. */
internal expect class ForeignFunction {
    /** Where it lies. */
    val address: Long

    /** Calls it; a result of type `int` is in the lower half. */
    fun call(a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L, e: Long = 0L, f: Long = 0L): Long
}

/** The text at [address], up to the byte 0 and no longer than [most]; empty for address 0. */
internal fun Ffi.textAt(address: Long, most: Int = 1024): String {
    if (address == 0L) return ""
    var length = 0
    while (length < most && byteAt(address + length) != 0.toByte()) length++
    return ByteArray(length) { byteAt(address + it) }.decodeToString()
}

/** Passes [text] to [action] as C has texts. */
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

/** The numbers by which Linux knows its calls on x86-64. */
internal object SystemCall {
    const val CLOSE = 3L
    const val MMAP = 9L
    const val MUNMAP = 11L
    const val PERF_EVENT_OPEN = 298L
}
