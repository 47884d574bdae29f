package timemory

import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.nio.ByteBuffer

/** Freed when it is closed: the collector would do that in the midst of another measurement. */
internal actual fun residentMemory(bytes: Long): AutoCloseable {
    val memory = ByteBuffer.allocateDirect(bytes.toInt())
    for (page in 0 until memory.capacity() / 4096) memory.put(page * 4096, 1)
    return AutoCloseable { free(memory) }
}

private fun free(memory: ByteBuffer) {
    val type = Class.forName("sun.misc.Unsafe")
    val unsafe = type.getDeclaredField("theUnsafe").apply { isAccessible = true }.get(null)
    type.getMethod("invokeCleaner", ByteBuffer::class.java).invoke(unsafe, memory)
}

internal actual fun sendOverLoopback(bytes: Int) {
    ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { server ->
        val reader = Thread { server.accept().use { it.inputStream.readNBytes(bytes) } }.apply { start() }
        Socket(server.inetAddress, server.localPort).use { it.outputStream.write(ByteArray(bytes)) }
        reader.join()
    }
}
