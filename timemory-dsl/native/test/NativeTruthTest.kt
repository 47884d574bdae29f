@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlin.test.Test
import kotlin.test.assertTrue
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.sizeOf
import kotlinx.cinterop.toKString
import kotlinx.cinterop.value
import platform.posix.AF_INET
import platform.posix.SOCK_DGRAM
import platform.posix.bind
import platform.posix.close
import platform.posix.fgets
import platform.posix.getsockname
import platform.posix.pclose
import platform.posix.popen
import platform.posix.recv
import platform.posix.sendto
import platform.posix.sockaddr_in
import platform.posix.socket
import platform.posix.socklen_tVar
import timemory.cinterop.linux.timemory_thread_id

/** On the JVM the allocator may return memory that was already faulted in. */
class PageFaultsTest {
    @Test
    fun touchingPagesFaultsThemIn() {
        val results = session { measure<NumMinorPageFaults>("x") { residentMemory(40_960_000).close() } }
        val faults = results["num_minor_page_faults"]!!.find("x")!!.inclusive.exactSum!!
        // Ten thousand pages of 4 KB, or fewer if the kernel used larger ones.
        assertTrue(faults in 15..14_000, "$faults page faults for ten thousand pages")
    }
}

/** With datagrams to a separate socket, each read before the next is sent. */
internal actual fun sendOverLoopback(bytes: Int) = memScoped {
    val address = alloc<sockaddr_in>()
    address.sin_family = AF_INET.toUShort()
    address.sin_addr.s_addr = 0x0100007Fu // 127.0.0.1
    val size = alloc<socklen_tVar>()
    size.value = sizeOf<sockaddr_in>().toUInt()
    val receiver = socket(AF_INET, SOCK_DGRAM, 0)
    check(bind(receiver, address.ptr.reinterpret(), size.value) == 0)
    check(getsockname(receiver, address.ptr.reinterpret(), size.ptr) == 0)
    val sender = socket(AF_INET, SOCK_DGRAM, 0)
    val datagram = allocArray<ByteVar>(DATAGRAM)
    repeat((bytes + DATAGRAM - 1) / DATAGRAM) {
        check(sendto(sender, datagram, DATAGRAM.toULong(), 0, address.ptr.reinterpret(), size.value) == DATAGRAM.toLong())
        check(recv(receiver, datagram, DATAGRAM.toULong(), 0) == DATAGRAM.toLong())
    }
    close(sender)
    close(receiver)
    Unit
}

private const val DATAGRAM = 10_000
