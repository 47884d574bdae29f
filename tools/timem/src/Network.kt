package timemory.timem

import timemory.internal.source.NetworkDevices

/** Bytes and packets received and sent by the network interfaces: of the whole network namespace, for all processes. */
internal class Network(val bytesReceived: Long, val packetsReceived: Long, val bytesSent: Long, val packetsSent: Long) {
    operator fun minus(before: Network) = Network(
        maxOf(0L, bytesReceived - before.bytesReceived),
        maxOf(0L, packetsReceived - before.packetsReceived),
        maxOf(0L, bytesSent - before.bytesSent),
        maxOf(0L, packetsSent - before.packetsSent),
    )

    companion object {
        /** Returns the current totals of all interfaces. */
        fun read(): Network {
            val devices = NetworkDevices()
            devices.read()
            fun sum(index: Int) = (0 until devices.count).sumOf { devices.number(it, index) }
            return Network(sum(0), sum(1), sum(4), sum(5))
        }
    }
}
