package timemory.internal.source

import timemory.Binding
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.readText

/**
 * Energy used by the processor packages, in microjoules, from the zones `intel-rapl:N` of `/sys/class/powercap`, which AMD processors have
 * too. Most systems let only the administrator read them.
 *
 * A zone's counter wraps around, after minutes under full load: the total stays correct as long as it is read once in that time.
 *
 * @param folder where the zones are
 */
internal class Energy(private val folder: String) : Source(1, Binding.PROCESS) {
    private class Zone(val energy: Source, val range: Long, var last: Long)

    private val lock = Lock()
    private val reading = LongArray(1)
    private var zones: List<Zone>? = null
    private var total = 0L

    override fun origin(index: Int): String = "energy_uj of the zones intel-rapl:N in $folder"

    override fun read(into: LongArray): Unit = lock.hold {
        val zones = zones ?: find().also { zones = it }
        for (zone in zones) {
            zone.energy.read(reading)
            val used = reading[0] - zone.last
            total += if (used < 0L) used + zone.range else used
            zone.last = reading[0]
        }
        into[0] = total
    }

    private fun find(): List<Zone> {
        val zones = ArrayList<Zone>()
        while (true) {
            val zone = "$folder/intel-rapl:${zones.size}"
            val range = try {
                readText("$zone/max_energy_range_uj").trim().toLong()
            } catch (_: Exception) {
                break
            }
            val energy = NumberFile("$zone/energy_uj")
            zones.add(Zone(energy, range, LongArray(1).also(energy::read)[0]))
        }
        if (zones.isEmpty()) {
            throw UnsupportedOperationException("$folder has no zone intel-rapl:0 that can be read: no energy counters here")
        }
        return zones
    }

    companion object {
        val PACKAGES = Energy("/sys/class/powercap")
    }
}
