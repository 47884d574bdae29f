@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.alloc
import kotlinx.cinterop.cstr
import kotlinx.cinterop.get
import kotlinx.cinterop.invoke
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import kotlinx.cinterop.value
import platform.posix.EEXIST
import platform.posix.EINTR
import platform.posix.FILE
import platform.posix.O_CLOEXEC
import platform.posix.O_NONBLOCK
import platform.posix.O_RDONLY
import platform.posix.__environ
import platform.posix.RTLD_LAZY
import platform.posix.close
import platform.posix.dlopen
import platform.posix.dlsym
import platform.posix.errno
import platform.posix.fclose
import platform.posix.fopen
import platform.posix.fread
import platform.posix.fstat
import platform.posix.fwrite
import platform.posix.localtime_r
import platform.posix.mkdir
import platform.posix.open
import platform.posix.rename
import platform.posix.S_IFDIR
import platform.posix.S_IFMT
import platform.posix.S_IFREG
import platform.posix.stat
import platform.posix.time
import platform.posix.time_tVar
import platform.posix.tm
import platform.posix.unlink

/** Something the system refused, with its reason. */
private class SystemError(what: String, number: Int = errno) : Exception("$what: ${errorText(number)}")

internal actual fun environmentVariables(): Map<String, String> {
    val found = HashMap<String, String>()
    val entries = __environ ?: return found
    var i = 0
    while (true) {
        val entry = entries[i++]?.toKString() ?: return found
        val equals = entry.indexOf('=')
        if (equals > 0) found[entry.substring(0, equals)] = entry.substring(equals + 1)
    }
}

internal actual fun systemProperties(): Map<String, String> = emptyMap()

internal actual fun readText(path: String): String {
    val file = fopen(path, "r") ?: throw SystemError(path)
    try {
        val chunks = ArrayList<ByteArray>()
        val buffer = ByteArray(8192)
        while (true) {
            val count = buffer.usePinned { fread(it.addressOf(0), 1u, buffer.size.toULong(), file) }.toInt()
            if (count == 0) break
            chunks.add(buffer.copyOf(count))
        }
        if (platform.posix.ferror(file) != 0) throw SystemError(path)
        val all = ByteArray(chunks.sumOf { it.size })
        var at = 0
        for (chunk in chunks) {
            chunk.copyInto(all, at)
            at += chunk.size
        }
        return all.decodeToString()
    } finally {
        fclose(file)
    }
}

internal actual fun readRegularFile(path: String, most: Int): String? = memScoped {
    val about = alloc<stat>()
    if (stat(path, about.ptr) != 0) return null
    if (about.st_mode and S_IFMT.toUInt() != S_IFREG.toUInt()) throw Exception("it is no regular file")
    // Should something else have taken its place meanwhile, opening it does not wait.
    val descriptor = open(path, O_RDONLY or O_NONBLOCK or O_CLOEXEC)
    if (descriptor < 0) throw SystemError(path)
    try {
        if (fstat(descriptor, about.ptr) != 0) throw SystemError(path)
        if (about.st_mode and S_IFMT.toUInt() != S_IFREG.toUInt()) throw Exception("it is no regular file")
        val bytes = ByteArray(most + 1)
        var length = 0
        while (length < bytes.size) {
            val count = bytes.usePinned { platform.posix.read(descriptor, it.addressOf(length), (bytes.size - length).toULong()) }
            if (count < 0 && errno == EINTR) continue
            if (count < 0) throw SystemError(path)
            if (count == 0L) break
            length += count.toInt()
        }
        if (length > most) throw Exception("it has more than $most bytes")
        bytes.decodeToString(0, length)
    } finally {
        close(descriptor)
    }
}

internal actual fun localTime(): CalendarTime = memScoped {
    val now = alloc<time_tVar>()
    now.value = time(null)
    val fields = alloc<tm>()
    localtime_r(now.ptr, fields.ptr)
    CalendarTime(fields.tm_year + 1900, fields.tm_mon + 1, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec)
}

internal actual fun makeDirectories(path: String) {
    var end = 0
    while (end < path.length) {
        end = path.indexOf('/', end + 1).let { if (it < 0) path.length else it }
        val part = path.substring(0, end)
        if (mkdir(part, 0x1FFu) != 0) {
            val reason = errno
            if (reason != EEXIST && !isDirectory(part)) throw SystemError(part, reason)
        }
    }
    if (!isDirectory(path)) throw SystemError(path, platform.posix.ENOTDIR)
}

private fun isDirectory(path: String): Boolean = memScoped {
    val status = alloc<stat>()
    stat(path, status.ptr) == 0 && (status.st_mode.toInt() and S_IFMT) == S_IFDIR
}

internal actual fun writeAtomically(path: String, gzip: Boolean, write: (FileOutput) -> Unit) {
    val slash = path.lastIndexOf('/')
    val temporary = path.substring(0, slash + 1) + "." + path.substring(slash + 1) + ".${processId()}.tmp"
    unlink(temporary)
    val file = if (gzip) CompressedFile(temporary) else PlainFile(temporary)
    var open = true
    try {
        FileOutput(file::write).also(write).flush()
        open = false
        file.close()
        if (rename(temporary, path) != 0) throw SystemError(path)
    } catch (failure: Throwable) {
        if (open) runCatching(file::close)
        unlink(temporary)
        throw failure
    }
}

/** A file that was not there before and is being written. */
private interface NewFile {
    fun write(bytes: ByteArray, count: Int)

    fun close()
}

private class PlainFile(private val path: String) : NewFile {
    private val file: CPointer<FILE> = fopen(path, "wxe") ?: throw SystemError(path)

    override fun write(bytes: ByteArray, count: Int) {
        val written = bytes.usePinned { fwrite(it.addressOf(0), 1u, count.toULong(), file) }
        if (written != count.toULong()) throw SystemError(path)
    }

    override fun close() {
        if (fclose(file) != 0) throw SystemError(path)
    }
}

/** Written by zlib, which is looked for when it is needed: programs that compress nothing need not have it. */
private class CompressedFile(private val path: String) : NewFile {
    private val file: COpaquePointer = memScoped { Zlib.open(path.cstr.ptr, "wbxe".cstr.ptr) } ?: throw SystemError(path)

    override fun write(bytes: ByteArray, count: Int) {
        if (count > 0 && bytes.usePinned { Zlib.write(file, it.addressOf(0), count.toUInt()) } != count) throw SystemError(path)
    }

    override fun close() {
        if (Zlib.close(file) != 0) throw SystemError(path)
    }
}

private object Zlib {
    private val library = dlopen("libz.so.1", RTLD_LAZY)
        ?: throw UnsupportedOperationException("TIMEMORY_GZIP_OUTPUT needs zlib, and libz.so.1 cannot be loaded: install it (on Debian: apt-get install zlib1g)")

    val open: CPointer<CFunction<(CPointer<ByteVar>, CPointer<ByteVar>) -> COpaquePointer?>> = function("gzopen")
    val write: CPointer<CFunction<(COpaquePointer, COpaquePointer, UInt) -> Int>> = function("gzwrite")
    val close: CPointer<CFunction<(COpaquePointer) -> Int>> = function("gzclose")

    private fun <F : Function<*>> function(name: String): CPointer<CFunction<F>> =
        dlsym(library, name)?.reinterpret() ?: throw UnsupportedOperationException("libz.so.1 has no function $name")
}

internal actual fun hasReportTemplate(): Boolean = reportTemplateParts != null

internal actual fun reportTemplate(): String = reportTemplateParts?.joinToString("")
    ?: throw UnsupportedOperationException("there is no page to put results into: this library was built without npm")
