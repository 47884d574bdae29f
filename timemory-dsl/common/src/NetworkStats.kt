package timemory

import timemory.internal.callgraph.record
import timemory.internal.source.NetworkDevices
import timemory.internal.source.reasonWithout

/**
 * Bytes, packets, errors and drops of the network interfaces, received and sent, for the whole machine or its container: all interfaces
 * together, including the loopback, and each of them as a child region.
 *
 * Source: `/proc/net/dev`. Allocates objects for each lap.
 */
@DescribedBy(NetworkStats.TYPE::class)
public class NetworkStats : ValueComponent<NetworkCounts>(TYPE) {
    private val begin = NetworkDevices()
    private val end = NetworkDevices()
    private val devices = Secondaries<NetworkCounts>(TYPE::create)

    override fun start() {
        devices.begin()
        begin.read()
    }

    override fun stop() {
        end.read()
        var all = NetworkCounts(LongArray(NetworkDevices.COUNT))
        for (device in 0 until end.count) {
            val name = end.name(device)
            val before = if (device < begin.count && begin.name(device) == name) device else begin.find(name)
            if (before < 0) continue
            val counts = NetworkCounts(LongArray(NetworkDevices.COUNT) { end.number(device, it) - begin.number(before, it) })
            devices.add(name, counts) { _, new -> new }
            all += counts
        }
        record(all)
        devices.end { to, counts -> (to as NetworkStats).record(counts) }
    }

    override val secondary: Map<String, Component> get() = devices.components

    override fun secondaryPart(key: String): Component = devices.componentOf(key)

    override fun addSecondaryOf(other: Component): Unit = devices.addAll(other.secondary)

    override fun reset() {
        super.reset()
        devices.reset()
    }

    /** The type of [NetworkStats]. */
    public companion object TYPE : ValueComponentType<NetworkStats, NetworkCounts>(
        "network_stats",
        "Bytes, packets, errors and drops that network interfaces received and sent",
        Quantity.MEMORY,
        MadeByItsType,
    ) {
        override fun create(): NetworkStats = NetworkStats()

        override val category: String get() = Category.SYSTEM
        override val source: String get() = NetworkDevices.PATH
        override val binding: Binding get() = Binding.PROCESS
        override val mayBeCalibrated: Boolean get() = true

        override val elements: List<String> get() = listOf(
            "rx_bytes", "rx_packets", "rx_errors", "rx_dropped", "tx_bytes", "tx_packets", "tx_errors", "tx_dropped",
        )

        override fun quantityOf(element: Int): Quantity = if (element % 4 == 0) Quantity.MEMORY else Quantity.COUNT

        override fun plus(a: NetworkCounts, b: NetworkCounts): NetworkCounts = a + b

        override fun numbers(value: NetworkCounts): DoubleArray = DoubleArray(NetworkDevices.COUNT) { value.numbers[it].toDouble() }

        override fun unavailableReason(): String? = reasonWithout {
            NetworkDevices().run {
                read()
                count.toLong()
            }
        }
    }
}

/** Numbers received and sent by network interfaces. */
public class NetworkCounts internal constructor(internal val numbers: LongArray) {
    /** Bytes received. */
    public val receivedBytes: Long get() = numbers[0]

    /** Packets received. */
    public val receivedPackets: Long get() = numbers[1]

    /** Bytes sent. */
    public val sentBytes: Long get() = numbers[4]

    /** Packets sent. */
    public val sentPackets: Long get() = numbers[5]

    /** Errors and drops in both directions. */
    public val errors: Long get() = numbers[2] + numbers[3] + numbers[6] + numbers[7]

    internal operator fun plus(other: NetworkCounts) = NetworkCounts(LongArray(numbers.size) { numbers[it] + other.numbers[it] })

    override fun toString(): String = "received $receivedBytes B in $receivedPackets, sent $sentBytes B in $sentPackets packets"
}
