package timemory

import kotlin.jvm.JvmStatic
import timemory.internal.platform.extensionsOf

/**
 * An event that the hardware or kernel can count or record, accepted by name by some components: a processor event, a GPU event, a kind of
 * GPU activity.
 *
 * @property the name for settings and components
 * @property category its source: `PAPI preset`, `PAPI native`, or `perf` with `software`, `hardware`, `cache`, `raw` or `unit`; `GPU
 * device`,
 *   `CUPTI activity`, `CUPTI metric`
 * @property reason why it cannot be counted on this machine; `null` if it can
 * @property description its description, as given by its source
 */
public class HardwareEvent internal constructor(
    public val name: String,
    public val category: String,
    public val reason: String?,
    public val description: String,
) {
    /** Whether it can be counted on this machine. */
    public val isAvailable: Boolean get() = reason == null

    override fun toString(): String = name
}

/** The countable events of the processor, kernel and GPUs. */
public object HardwareEvents {
    /**
     * Returns all named events, and whether they can be counted here: kernel events are tried, libraries are queried. Takes up to a second
     * if a library has thousands of events. The modules for counters and GPUs provide them; without those modules the list is empty.
     */
    @JvmStatic
    public fun all(): List<HardwareEvent> = extensionsOf<HardwareEventsProvider>().flatMap { it.hardwareEvents() }
}

/** The events of a module that depends on this one. */
internal interface HardwareEventsProvider {
    fun hardwareEvents(): List<HardwareEvent>
}
