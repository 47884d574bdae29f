package timemory

import kotlin.jvm.JvmStatic
import timemory.internal.platform.extensionsOf

/**
 * An event that hardware or kernel can count or record and that components accept by name: an event of the processor, a GPU, a kind of GPU
 * activity.
 *
 * @property the name for settings and components
 * @property category its source: `PAPI preset`, `PAPI native`, or `perf` with `software`, `hardware`, `cache`, `raw` or `unit`; `GPU
 * device`,
 *   `CUPTI activity`, `CUPTI metric`
 * @property reason why it cannot be counted on this machine, `null` if it can
 * @property description what it is, in the words of its source
 */
public class HardwareEvent internal constructor(
    public val name: String,
    public val category: String,
    public val reason: String?,
    public val description: String,
) {
    /** Whether it can be counted here. */
    public val isAvailable: Boolean get() = reason == null

    override fun toString(): String = name
}

/** The events of processor, kernel and GPUs that can be counted. */
public object HardwareEvents {
    /**
     * Returns all events that have names, and whether they can be counted here: kernel events are tried, libraries are asked. Takes up to a
     * second if a library has thousands. The modules for counters and GPUs provide them; without those modules the list is empty.
     */
    @JvmStatic
    public fun all(): List<HardwareEvent> = extensionsOf<HardwareEventsProvider>().flatMap { it.hardwareEvents() }
}

/** The events of a module on top of this one. */
internal interface HardwareEventsProvider {
    fun hardwareEvents(): List<HardwareEvent>
}
