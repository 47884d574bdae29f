package timemory

import kotlin.jvm.JvmStatic
import timemory.internal.platform.extensionsOf

/**
 * What hardware and kernel can count or record, and components take by its name: an event of the processor, a GPU, a kind of its activity.
 *
 * @property name as settings and components take it
 * @property category who counts it: `PAPI preset`, `PAPI native`, or `perf` with `software`, `hardware`, `cache`, `raw` or `unit`; `GPU
 * device`,
 *   `CUPTI activity`, `CUPTI metric`
 * @property reason why it cannot be counted on this machine, `null` where it can
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

/** The events of processor and kernel that can be counted, and what there is of GPUs. */
public object HardwareEvents {
    /**
     * All that there are names for, with whether they can be counted here: those of the kernel are tried, libraries are asked. Takes up to
     * a second, where a library has thousands. Modules for counters and GPUs bring them; without those there are none.
     */
    @JvmStatic
    public fun all(): List<HardwareEvent> = extensionsOf<HardwareEventsProvider>().flatMap { it.hardwareEvents() }
}

/** The events of a module on top of this one. */
internal interface HardwareEventsProvider {
    fun hardwareEvents(): List<HardwareEvent>
}
