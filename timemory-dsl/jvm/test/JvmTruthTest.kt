package timemory

import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.nio.ByteBuffer
import java.nio.file.Files
import java.nio.file.Path

internal actual fun shell(command: String): String {
    val process = ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start()
    val text = process.inputStream.readBytes().decodeToString()
    process.waitFor()
    return text
}

internal actual fun kernelThreadId(): Long = Files.readSymbolicLink(Path.of("/proc/thread-self")).fileName.toString().toLong()

/** Freed by the collector: not at once when it is closed. */
internal actual fun residentMemory(bytes: Long): AutoCloseable {
    val memory = ByteBuffer.allocateDirect(bytes.toInt())
    for (page in 0 until memory.capacity() / 4096) memory.put(page * 4096, 1)
    return AutoCloseable { memory.clear() }
}

internal actual fun sendOverLoopback(bytes: Int) {
    ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { server ->
        val reader = Thread { server.accept().use { it.inputStream.readNBytes(bytes) } }.apply { start() }
        Socket(server.inetAddress, server.localPort).use { it.outputStream.write(ByteArray(bytes)) }
        reader.join()
    }
}
