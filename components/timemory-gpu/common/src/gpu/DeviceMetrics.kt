package timemory.gpu

import timemory.HardwareEvent

/** The metrics of the machine's GPUs, for listings. */
internal object DeviceMetrics {
    private const val CATEGORY = "CUPTI metric"

    /** Endings that complete a base name to a [GpuMetric], of which each has at least one. */
    private val ENDINGS = listOf(".sum", ".ratio", ".avg.pct_of_peak_sustained_elapsed")

    /**
     * Returns an entry for each metric of each kind of GPU; if none are available, one entry with the reason. L2 cache metrics by memory
     * location and eviction policy, of which there are thousands, can be used but are not listed.
     */
    fun all(): List<HardwareEvent> {
        val reason = MetricDevice.unavailable(0)
        if (reason != null) return listOf(HardwareEvent("(CUPTI)", CATEGORY, reason, "Metrics of GPUs"))
        val metrics = LinkedHashMap<String, HardwareEvent>()
        try {
            for (chip in (0 until CudaDevices.count()).map(MetricDevice::chip).distinct()) addOf(chip, metrics)
        } catch (failure: Exception) {
            metrics["(CUPTI)"] = HardwareEvent("(CUPTI)", CATEGORY, failure.message ?: failure.toString(), "Metrics of GPUs")
        }
        return metrics.values.toList()
    }

    private fun addOf(chip: String, metrics: MutableMap<String, HardwareEvent>) = MetricsHost(chip, null).use { host ->
        for ((kind, ending) in ENDINGS.withIndex()) {
            for (base in host.baseMetrics(kind)) {
                if (base + ending in metrics || "_aperture_" in base || "_evict_" in base) continue
                val metric = host.described(base + ending) ?: continue
                metrics[metric.name] = HardwareEvent(
                    metric.name, CATEGORY, null,
                    metric.description.removePrefix("# of ").replaceFirstChar { it.uppercase() },
                )
            }
        }
    }
}
