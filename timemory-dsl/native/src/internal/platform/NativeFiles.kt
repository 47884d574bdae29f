@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.platform

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
import platform.posix.F_WRLCK
import platform.posix.O_CLOEXEC
import platform.posix.O_CREAT
import platform.posix.O_EXCL
import platform.posix.O_NOFOLLOW
import platform.posix.O_NONBLOCK
import platform.posix.O_RDONLY
import platform.posix.O_RDWR
import platform.posix.O_WRONLY
import platform.posix.RTLD_LAZY
import platform.posix.SEEK_SET
import platform.posix.S_IFDIR
import platform.posix.S_IFLNK
import platform.posix.S_IFMT
import platform.posix.S_IFREG
import platform.posix.__environ
import platform.posix.close
import platform.posix.dlopen
import platform.posix.dlsym
import platform.posix.errno
import platform.posix.fclose
import platform.posix.fcntl
import platform.posix.fdopen
import platform.posix.flock
import platform.posix.fopen
import platform.posix.fread
import platform.posix.fstat
import platform.posix.ftruncate
import platform.posix.fwrite
import platform.posix.geteuid
import platform.posix.localtime_r
import platform.posix.lstat
import platform.posix.mkdir
import platform.posix.open
import platform.posix.pread
import platform.posix.pwrite
import platform.posix.remove
import platform.posix.rename
import platform.posix.stat
import platform.posix.symlink
import platform.posix.time
import platform.posix.time_tVar
import platform.posix.tm
import platform.posix.unlink
import timemory.cinterop.linux.timemory_is_privileged
import timemory.cinterop.linux.tm_exit_set_partial_file

/** A failed system call, with its reason. */
private class SystemError(what: String, number: Int = errno) : Exception("$what: ${errorText(number)}")

internal actual fun isPrivileged(): Boolean = timemory_is_privileged() != 0

internal actual fun environmentVariables(): Map<String, String> = environmentVariables("")

/** Settings are read before a program's first region: the other variables are not converted to strings for that. */
internal actual fun environmentVariables(vararg prefixes: String): Map<String, String> {
    val found = HashMap<String, String>()
    if (isPrivileged()) return found
    val entries = __environ ?: return found
    var i = 0
    while (true) {
        val bytes = entries[i++] ?: return found
        if (prefixes.none { bytes.startsWith(it) }) continue
        val entry = bytes.toKString()
        val equals = entry.indexOf('=')
        if (equals > 0) found[entry.substring(0, equals)] = entry.substring(equals + 1)
    }
}

/** Whether it starts with [prefix], which is ASCII. */
private fun CPointer<ByteVar>.startsWith(prefix: String): Boolean {
    for (i in prefix.indices) if (this[i].toInt() != prefix[i].code) return false
    return true
}

internal actual fun systemProperties(): Map<String, String> = emptyMap()

internal actual fun systemProperty(name: String): String? = null

internal actual fun readText(path: String, most: Int): String {
    val file = fopen(path, "r") ?: throw SystemError(path)
    try {
        val chunks = ArrayList<ByteArray>()
        val buffer = ByteArray(8192)
        var missing = most
        while (missing > 0) {
            val wanted = minOf(missing, buffer.size).toULong()
            val count = buffer.usePinned { fread(it.addressOf(0), 1u, wanted, file) }.toInt()
            if (count == 0) break
            chunks.add(buffer.copyOf(count))
            missing -= count
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
    if (about.st_mode and S_IFMT.toUInt() != S_IFREG.toUInt()) throw Exception("not a regular file")
    // If it has been replaced meanwhile, opening it does not wait.
    val descriptor = open(path, O_RDONLY or O_NONBLOCK or O_CLOEXEC)
    if (descriptor < 0) throw SystemError(path)
    try {
        if (fstat(descriptor, about.ptr) != 0) throw SystemError(path)
        if (about.st_mode and S_IFMT.toUInt() != S_IFREG.toUInt()) throw Exception("not a regular file")
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

internal actual fun makeDirectories(path: String, base: String?) {
    if (base != null) makeDirectories(base, null)
    val mode = if (base != null && modeIn(base) == PRIVATE) PRIVATE_FOLDER else USUAL_FOLDER
    var end = 0
    while (end < path.length) {
        end = path.indexOf('/', end + 1).let { if (it < 0) path.length else it }
        val part = path.substring(0, end)
        if (mkdir(part, mode) != 0) {
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

internal actual fun writeAtomically(path: String, gzip: Boolean, write: (FileOutput) -> Unit): Unit = withFileSizeErrors {
    val slash = path.lastIndexOf('/')
    val temporary = path.substring(0, slash + 1) + temporaryName(path.substring(slash + 1))
    unlink(temporary)
    val mode = modeIn(path.substring(0, slash + 1).ifEmpty { "." })
    tm_exit_set_partial_file(temporary)
    val file = if (gzip) CompressedFile(temporary, mode) else PlainFile(temporary, mode)
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
    } finally {
        tm_exit_set_partial_file("")
    }
}

/** The permissions for a file created in [directory]: if others may write there, or own it, only the user may read it. */
private fun modeIn(directory: String): Int = memScoped {
    val status = alloc<stat>()
    if (stat(directory, status.ptr) != 0) return USUAL
    val isOfOther = status.st_uid != 0u && status.st_uid != geteuid() && geteuid() != 0u // root writes on behalf of the directory's owner
    if (isOfOther || status.st_mode.toInt() and OTHERS_WRITE != 0) PRIVATE else USUAL
}

/** `S_IWGRP | S_IWOTH`, `rw-------`, and what the umask of the process leaves of `rw-rw-rw-`. */
private const val OTHERS_WRITE = 0x12
private const val PRIVATE = 0x180
private const val USUAL = 0x1B6

/** The same for folders, including search permission. */
private const val PRIVATE_FOLDER = 0x1C0u
private const val USUAL_FOLDER = 0x1FFu

/** Returns the descriptor of [path], which is created and must not have existed, not even as a link. */
private fun newFile(path: String, mode: Int): Int {
    val descriptor = open(path, O_WRONLY or O_CREAT or O_EXCL or O_CLOEXEC, mode)
    if (descriptor < 0) throw SystemError(path)
    return descriptor
}

internal actual fun removeFile(path: String) {
    remove(path)
}

internal actual fun moveFile(path: String, to: String) {
    if (rename(path, to) != 0) throw SystemError(path)
}

internal actual fun linkTo(target: String, path: String): Boolean = memScoped {
    val about = alloc<stat>()
    if (lstat(path, about.ptr) == 0 && about.st_mode.toInt() and S_IFMT != S_IFLNK) return false
    val slash = path.lastIndexOf('/')
    val temporary = path.substring(0, slash + 1) + temporaryName(path.substring(slash + 1))
    unlink(temporary)
    if (symlink(target, temporary) != 0) return false
    if (rename(temporary, path) == 0) return true
    unlink(temporary)
    return false
}

internal actual fun fileFacts(path: String): FileFacts? = memScoped {
    val about = alloc<stat>()
    if (lstat(path, about.ptr) != 0) return null
    val modified = about.st_mtim.tv_sec * 1_000L + about.st_mtim.tv_nsec / 1_000_000L
    val kind = about.st_mode.toInt() and S_IFMT
    FileFacts(kind == S_IFDIR, kind == S_IFLNK, about.st_size, modified)
}

internal actual fun userOf(path: String): Int? = memScoped {
    val about = alloc<stat>()
    if (lstat(path, about.ptr) == 0) about.st_uid.toInt() else null
}

internal actual fun ownUser(): Int = geteuid().toInt()

internal actual fun userOfNewFileIn(folder: String): Int? = memScoped {
    val path = "$folder/${temporaryName("owner-${monotonicNanoseconds()}")}"
    val descriptor = open(path, O_WRONLY or O_CREAT or O_EXCL or O_CLOEXEC, PRIVATE)
    if (descriptor < 0) return null
    val about = alloc<stat>()
    val isKnown = fstat(descriptor, about.ptr) == 0
    close(descriptor)
    unlink(path)
    if (isKnown) about.st_uid.toInt() else null
}

internal actual class HeldFile(private val path: String, private val descriptor: Int) {
    actual fun release() {
        unlink(path)
        close(descriptor)
    }
}

internal actual fun holdFile(path: String): HeldFile? {
    val slash = path.lastIndexOf('/')
    val mode = modeIn(path.substring(0, slash + 1).ifEmpty { "." })
    val descriptor = open(path, O_RDWR or O_CREAT or O_CLOEXEC or O_NOFOLLOW or O_NONBLOCK, mode)
    if (descriptor < 0) return null
    if (isPlainFile(descriptor) && tryLock(descriptor) == 0) return HeldFile(path, descriptor)
    close(descriptor)
    return null
}

internal actual fun isHeld(path: String): Boolean? {
    val descriptor = open(path, O_RDWR or O_CLOEXEC or O_NOFOLLOW or O_NONBLOCK)
    if (descriptor < 0) return null
    try {
        if (!isPlainFile(descriptor)) return null
        return when (tryLock(descriptor)) {
            0 -> false
            platform.posix.EAGAIN, platform.posix.EACCES -> true
            else -> null
        }
    } finally {
        close(descriptor)
    }
}

private const val MAX_WAIT_MILLIS = 5_000
private const val INITIAL_BYTES = 4096
private const val MAX_BYTES = 16 shl 20

/** `F_OFD_SETLK` of `fcntl(2)`: locks of an open file, which also separate two copies of this library in one process. */
private const val LOCK_OPEN_FILE = 37

internal actual fun changeLocked(path: String, change: (String) -> String?): Unit = withFileSizeErrors {
    val slash = path.lastIndexOf('/')
    val mode = modeIn(path.substring(0, slash + 1).ifEmpty { "." })
    // Non-blocking: a pipe of that name would wait for a writer.
    val descriptor = open(path, O_RDWR or O_CREAT or O_CLOEXEC or O_NOFOLLOW or O_NONBLOCK, mode)
    if (descriptor < 0) throw SystemError(path)
    try {
        if (!isPlainFile(descriptor)) throw SystemError("$path: not a regular file", platform.posix.EINVAL)
        lock(descriptor, path)
        val before = bytesOf(descriptor, path)
        val changed = change(before.decodeToString()) ?: return@withFileSizeErrors
        val bytes = changed.encodeToByteArray()
        var at = 0
        while (at < bytes.size) {
            val count = bytes.usePinned { pwrite(descriptor, it.addressOf(at), (bytes.size - at).toULong(), at.toLong()) }.toInt()
            if (count <= 0) throw SystemError(path)
            at += count
        }
        // Truncating it first would make ext4 write it to the disk at once, and wait there for earlier writes.
        if (bytes.size < before.size && ftruncate(descriptor, bytes.size.toLong()) != 0) throw SystemError(path)
    } finally {
        close(descriptor)
    }
}

private fun isPlainFile(descriptor: Int): Boolean = memScoped {
    val status = alloc<stat>()
    fstat(descriptor, status.ptr) == 0 && (status.st_mode.toInt() and S_IFMT) == S_IFREG
}

private fun bytesOf(descriptor: Int, path: String): ByteArray {
    var bytes = ByteArray(INITIAL_BYTES)
    var length = 0
    while (length < MAX_BYTES) {
        if (length == bytes.size) bytes = bytes.copyOf(2 * length)
        val count = bytes.usePinned { pread(descriptor, it.addressOf(length), (bytes.size - length).toULong(), length.toLong()) }.toInt()
        if (count < 0) throw SystemError(path)
        if (count == 0) break
        length += count
    }
    return bytes.copyOf(length)
}

/** Locks the file until it is closed; returns 0, or the error number. */
private fun tryLock(descriptor: Int): Int = memScoped {
    val whole = alloc<flock>()
    whole.l_type = F_WRLCK.toShort()
    whole.l_whence = SEEK_SET.toShort()
    whole.l_start = 0
    whole.l_len = 0
    whole.l_pid = 0
    if (fcntl(descriptor, LOCK_OPEN_FILE, whole.ptr) == 0) 0 else errno
}

/** Until the file is closed. File systems without locks are used without locking. */
private fun lock(descriptor: Int, path: String) {
    var waited = 0
    while (true) {
        val failure = tryLock(descriptor)
        if (failure == 0) return
        if (failure != platform.posix.EAGAIN && failure != platform.posix.EACCES) return
        if (waited >= MAX_WAIT_MILLIS) {
            throw SystemError("$path: another process has kept it locked for ${MAX_WAIT_MILLIS / 1000} seconds", failure)
        }
        pause(2_000)
        waited += 2
    }
}

/** A newly created file that is being written. */
private interface NewFile {
    fun write(bytes: ByteArray, count: Int)

    fun close()
}

private class PlainFile(private val path: String, mode: Int) : NewFile {
    private val file: CPointer<FILE> =
        newFile(path, mode).let { descriptor -> fdopen(descriptor, "w") ?: throw SystemError(path).also { close(descriptor) } }

    override fun write(bytes: ByteArray, count: Int) {
        val written = bytes.usePinned { fwrite(it.addressOf(0), 1u, count.toULong(), file) }
        if (written != count.toULong()) throw SystemError(path)
    }

    override fun close() {
        if (fclose(file) != 0) throw SystemError(path)
    }
}

/** Written using zlib, which is loaded on first use: programs that compress nothing do not need it. */
private class CompressedFile(private val path: String, mode: Int) : NewFile {
    // zlib is loaded before anything is created.
    private val library = Zlib
    private val file: COpaquePointer = newFile(path, mode).let { descriptor ->
        memScoped { library.open(descriptor, "wb".cstr.ptr) } ?: throw SystemError(path).also { close(descriptor) }
    }

    override fun write(bytes: ByteArray, count: Int) {
        if (count > 0 && bytes.usePinned { Zlib.write(file, it.addressOf(0), count.toUInt()) } != count) throw SystemError(path)
    }

    override fun close() {
        if (Zlib.close(file) != 0) throw SystemError(path)
    }
}

private object Zlib {
    private val library = dlopen("libz.so.1", RTLD_LAZY)
        ?: throw UnsupportedOperationException(
            "TIMEMORY_GZIP_OUTPUT needs zlib, and libz.so.1 cannot be loaded: install it (on Debian: " +
                "apt-get install zlib1g)",
        )

    val open: CPointer<CFunction<(Int, CPointer<ByteVar>) -> COpaquePointer?>> = function("gzdopen")
    val write: CPointer<CFunction<(COpaquePointer, COpaquePointer, UInt) -> Int>> = function("gzwrite")
    val close: CPointer<CFunction<(COpaquePointer) -> Int>> = function("gzclose")

    private fun <F : Function<*>> function(name: String): CPointer<CFunction<F>> =
        dlsym(library, name)?.reinterpret() ?: throw UnsupportedOperationException("libz.so.1 has no function $name")
}
