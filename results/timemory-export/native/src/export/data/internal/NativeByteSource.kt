@file:OptIn(ExperimentalForeignApi::class)

package timemory.export.data.internal

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.IntVar
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.alloc
import kotlinx.cinterop.cstr
import kotlinx.cinterop.invoke
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.usePinned
import kotlinx.cinterop.value
import platform.posix.EINTR
import platform.posix.O_CLOEXEC
import platform.posix.O_NONBLOCK
import platform.posix.O_RDONLY
import platform.posix.RTLD_LAZY
import platform.posix.S_IFDIR
import platform.posix.S_IFMT
import platform.posix.S_IFREG
import platform.posix.close
import platform.posix.dlopen
import platform.posix.dlsym
import platform.posix.errno
import platform.posix.fstat
import platform.posix.open
import platform.posix.pread
import platform.posix.stat
import timemory.internal.platform.errorText
import timemory.internal.platform.readText

internal actual fun <T> withContentOf(path: String, read: (ByteSource) -> T): T {
    // O_NONBLOCK keeps the open from blocking if the file is a pipe.
    val descriptor = open(path, O_RDONLY or O_NONBLOCK or O_CLOEXEC)
    if (descriptor < 0) throw UnusableData(errorText(errno).replaceFirstChar { it.lowercase() })
    val packed = try {
        requireRegular(descriptor)
        if (isCompressed(descriptor)) PackedFile(descriptor) else null
    } catch (failure: UnusableData) {
        close(descriptor)
        throw failure
    }
    if (packed != null) return packed.use { read(ByteSource(it::read)) }
    try {
        return read { into, offset -> readPlain(descriptor, into, offset) }
    } finally {
        close(descriptor)
    }
}

private fun requireRegular(descriptor: Int) = memScoped {
    val about = alloc<stat>()
    val isKnown = fstat(descriptor, about.ptr) == 0
    if (!isKnown || about.st_mode.toInt() and S_IFMT != S_IFREG) throw UnusableData("is a pipe or device, not a results file")
}

private fun isCompressed(descriptor: Int): Boolean {
    val begin = ByteArray(2)
    return begin.usePinned { pread(descriptor, it.addressOf(0), 2u, 0) } == 2L && begin[0] == 0x1F.toByte() && begin[1] == 0x8B.toByte()
}

private fun readPlain(descriptor: Int, into: ByteArray, offset: Int): Int {
    while (true) {
        val count = into.usePinned { platform.posix.read(descriptor, it.addressOf(offset), (into.size - offset).toULong()) }.toInt()
        if (count > 0) return count
        if (count == 0) return -1
        if (errno != EINTR) throw UnusableData("cannot be read: ${errorText(errno)}")
    }
}

/** Reads with zlib, which is loaded on demand, so that programs that do not read compressed files do not need it. Closes [descriptor]. */
private class PackedFile(descriptor: Int) : AutoCloseable {
    private val zlib = Zlib.found
        ?: throw UnusableData("is gzip-compressed, and libz.so.1 cannot be loaded: install it (on Debian: apt-get install zlib1g)")
    private val file: COpaquePointer =
        memScoped { zlib.open(descriptor, "rb".cstr.ptr) } ?: throw UnusableData("cannot be decompressed: zlib cannot open it")

    fun read(into: ByteArray, offset: Int): Int {
        val count = into.usePinned { zlib.read(file, it.addressOf(offset), (into.size - offset).toUInt()) }
        if (count > 0) return count
        val status = memScoped {
            val number = alloc<IntVar>()
            zlib.error(file, number.ptr)
            number.value
        }
        if (status == ENDED_EARLY) throw UnusableData("is gzip-compressed and truncated")
        if (count < 0) throw UnusableData("is gzip-compressed and damaged")
        return -1
    }

    override fun close() {
        zlib.close(file)
    }

    private companion object {
        /** `Z_BUF_ERROR`. */
        const val ENDED_EARLY = -5
    }
}

private class Zlib(private val library: COpaquePointer) {
    val open: CPointer<CFunction<(Int, CPointer<ByteVar>) -> COpaquePointer?>> = function("gzdopen")
    val read: CPointer<CFunction<(COpaquePointer, COpaquePointer, UInt) -> Int>> = function("gzread")
    val error: CPointer<CFunction<(COpaquePointer, CPointer<IntVar>) -> CPointer<ByteVar>?>> = function("gzerror")
    val close: CPointer<CFunction<(COpaquePointer) -> Int>> = function("gzclose")

    private fun <F : Function<*>> function(name: String): CPointer<CFunction<F>> =
        dlsym(library, name)?.reinterpret() ?: throw UnusableData("is gzip-compressed, and libz.so.1 has no function $name")

    companion object {
        val found: Zlib? by lazy { dlopen("libz.so.1", RTLD_LAZY)?.let(::Zlib) }
    }
}

internal actual fun isDirectory(path: String): Boolean = memScoped {
    val about = alloc<stat>()
    stat(path, about.ptr) == 0 && about.st_mode.toInt() and S_IFMT == S_IFDIR
}

internal actual fun lastModified(path: String): Long = memScoped {
    val about = alloc<stat>()
    if (stat(path, about.ptr) == 0) about.st_mtim.tv_sec * 1_000L + about.st_mtim.tv_nsec / 1_000_000L else 0L
}

/** Allows regions to use half of the machine's available memory. */
internal actual fun maxRegions(): Int {
    val line = runCatching { readText("/proc/meminfo") }.getOrDefault("").lineSequence().firstOrNull { it.startsWith("MemAvailable:") }
    val kilobytes = line?.filter { it in '0'..'9' }?.toLongOrNull() ?: DEFAULT_KILOBYTES
    return minOf(Int.MAX_VALUE.toLong(), kilobytes * 1024L / 2L / BYTES_OF_A_REGION).toInt()
}

private const val DEFAULT_KILOBYTES = 1L shl 20
