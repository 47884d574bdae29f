@file:OptIn(ExperimentalForeignApi::class)

package timemory.live

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.MemScope
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.alloc
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.get
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.set
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import kotlinx.cinterop.value
import platform.posix.AF_UNIX
import platform.posix.EAGAIN
import platform.posix.ECONNABORTED
import platform.posix.EEXIST
import platform.posix.EINTR
import platform.posix.ENOENT
import platform.posix.FD_CLOEXEC
import platform.posix.F_SETFD
import platform.posix.F_SETFL
import platform.posix.MSG_DONTWAIT
import platform.posix.MSG_NOSIGNAL
import platform.posix.O_NONBLOCK
import platform.posix.POLLIN
import platform.posix.POLLOUT
import platform.posix.SOCK_STREAM
import platform.posix.SOL_SOCKET
import platform.posix.SO_PEERCRED
import platform.posix.S_IFDIR
import platform.posix.S_IFMT
import platform.posix.accept
import platform.posix.bind
import platform.posix.chmod
import platform.posix.close
import platform.posix.errno
import platform.posix.fcntl
import platform.posix.geteuid
import platform.posix.getsockopt
import platform.posix.listen
import platform.posix.lstat
import platform.posix.mkdir
import platform.posix.pipe
import platform.posix.poll
import platform.posix.pollfd
import platform.posix.read
import platform.posix.recv
import platform.posix.rename
import platform.posix.send
import platform.posix.sockaddr
import platform.posix.socket
import platform.posix.socklen_tVar
import platform.posix.stat
import platform.posix.strerror
import platform.posix.unlink
import platform.posix.write
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds

/** The length of the queue of pending connections. */
private const val WAITING = 16

/** Only the user may read and write. */
private const val PRIVATE_FILE = 0b110_000_000u
private const val PRIVATE_FOLDER = 0b111_000_000u
private const val PERMISSIONS = 0xFFFu

/** The offset of the path in a socket address, after the family (`unix(7)`). */
private const val PATH_AT = 2

/** The process, user and group IDs. */
private const val CREDENTIALS = 3
private const val USER = 1
private const val NANOSECONDS_PER_MILLISECOND = 1_000_000L

private fun failed(what: String): Nothing = throw IllegalStateException("$what: ${strerror(errno)?.toKString()}")

internal actual fun listenAt(path: String, unfinished: String): ListeningSocket {
    unlink(unfinished)
    val descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    if (descriptor < 0) failed("the socket cannot be created")
    var listener: NativeListener? = null
    try {
        restrict(descriptor)
        memScoped {
            val size = PATH_AT + unfinished.encodeToByteArray().size + 1
            if (bind(descriptor, addressOf(unfinished), size.toUInt()) != 0) failed("$unfinished cannot be created")
        }
        if (chmod(unfinished, PRIVATE_FILE) != 0) failed("$unfinished cannot be created")
        if (listen(descriptor, WAITING) != 0) failed("cannot listen on $unfinished")
        listener = NativeListener(descriptor)
        if (rename(unfinished, path) != 0) failed("$path cannot be created")
        return listener
    } catch (failure: Throwable) {
        if (listener == null) close(descriptor) else listener.close()
        unlink(unfinished)
        throw failure
    }
}

/** Sets close-on-exec and non-blocking mode. */
private fun restrict(descriptor: Int) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    fcntl(descriptor, F_SETFL, O_NONBLOCK)
}

/** Builds a `sockaddr_un`. */
private fun MemScope.addressOf(path: String): CPointer<sockaddr> {
    val bytes = path.encodeToByteArray()
    val address = allocArray<ByteVar>(PATH_AT + bytes.size + 1)
    // The family is a two-byte number in the processor's byte order; all of Kotlin/Native's targets are little-endian.
    address[0] = AF_UNIX.toByte()
    address[1] = 0
    for (i in bytes.indices) address[PATH_AT + i] = bytes[i]
    address[PATH_AT + bytes.size] = 0
    return address.reinterpret()
}

/** Waits up to [milliseconds] for [events] on one of [descriptors]; returns early if a signal arrives. Returns whether any occurred. */
private fun isReady(milliseconds: Long, events: Int, vararg descriptors: Int): Boolean = memScoped {
    val asked = allocArray<pollfd>(descriptors.size)
    for ((i, descriptor) in descriptors.withIndex()) {
        asked[i].fd = descriptor
        asked[i].events = events.toShort()
    }
    poll(asked, descriptors.size.toULong(), milliseconds.coerceIn(0L, Int.MAX_VALUE.toLong()).toInt()) > 0
}

private class NativeListener(private val descriptor: Int) : ListeningSocket {
    private val lock = Lock()
    private var isClosed = false
    private val waking = IntArray(2).also { ends ->
        if (ends.usePinned { pipe(it.addressOf(0)) } != 0) failed("the pipe cannot be created")
        ends.forEach(::restrict)
    }

    override fun accept(milliseconds: Int): Connection? {
        if (!isReady(milliseconds.toLong(), POLLIN, descriptor, waking[0])) return null
        val one = ByteArray(1)
        one.usePinned { while (read(waking[0], it.addressOf(0), 1u) > 0) Unit }
        val accepted = accept(descriptor, null, null)
        if (accepted >= 0) return NativeConnection(accepted)
        if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED) return null
        failed("a connection cannot be accepted")
    }

    /** Under a lock: once the descriptor is closed, its number may be reused. */
    override fun wake() = lock.hold {
        if (!isClosed) byteArrayOf(1).usePinned { write(waking[1], it.addressOf(0), 1u) }
        Unit
    }

    override fun close() = lock.hold {
        isClosed = true
        close(descriptor)
        for (end in waking) close(end)
    }
}

private class NativeConnection(private val descriptor: Int) : Connection {
    init {
        restrict(descriptor)
    }

    override fun isOfOwner(): Boolean {
        val credentials = IntArray(CREDENTIALS)
        val status = memScoped {
            val size = alloc<socklen_tVar>()
            size.value = (CREDENTIALS * Int.SIZE_BYTES).toUInt()
            credentials.usePinned { getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, it.addressOf(0), size.ptr) }
        }
        if (status != 0) failed("the connecting user cannot be determined")
        return credentials[USER].toUInt().let { it == geteuid() || it == 0u }
    }

    override fun read(bytes: ByteArray, start: Int, deadline: Long): Int {
        while (true) {
            val count = bytes.usePinned { recv(descriptor, it.addressOf(start), (bytes.size - start).toULong(), MSG_DONTWAIT) }
            if (count > 0) return count.toInt()
            if (count == 0L) return -1
            if (!mayGoOn(deadline, POLLIN)) return 0
        }
    }

    override fun write(bytes: ByteArray, count: Int, deadline: Long): Boolean {
        var written = 0
        while (written < count) {
            val left = (count - written).toULong()
            val sent = bytes.usePinned { send(descriptor, it.addressOf(written), left, MSG_DONTWAIT or MSG_NOSIGNAL) }
            if (sent >= 0L) written += sent.toInt() else if (!mayGoOn(deadline, POLLOUT)) return false
        }
        return true
    }

    /** Waits for [event]; returns `false` once [deadline] has passed. */
    private fun mayGoOn(deadline: Long, event: Int): Boolean {
        if (errno != EAGAIN && errno != EINTR) failed("the client disconnected")
        val left = (deadline - monotonicNanoseconds()) / NANOSECONDS_PER_MILLISECOND
        if (left <= 0L) return false
        isReady(left, event, descriptor)
        return true
    }

    override fun close() {
        close(descriptor)
    }
}

internal actual fun statusOf(path: String): FileStatus? = memScoped {
    val known = alloc<stat>()
    if (lstat(path, known.ptr) != 0) return if (errno == ENOENT) null else failed("$path cannot be inspected")
    FileStatus(known.st_mode and S_IFMT.toUInt() == S_IFDIR.toUInt(), known.st_uid.toLong(), (known.st_mode and PERMISSIONS).toInt())
}

internal actual fun makePrivateFolder(path: String) {
    if (mkdir(path, PRIVATE_FOLDER) != 0 && errno != EEXIST) failed(path)
}
