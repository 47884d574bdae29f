package timemory.forwarding

import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent

/**
 * A component that makes another tool record while a region with it is open on any thread: the first region to open switches the tool on,
 * the last to close switches it off. In a suspending region the tool stays on from start to end.
 */
@ExperimentalTimemoryApi
public abstract class SwitchMarker internal constructor(private val switch: RefCountedToggle) : MarkerComponent() {
    private var isOpen = false

    final override fun start() {
        if (isOpen) return
        isOpen = true
        threadOpens()
        switch.open()?.let { report("forwarding: $it", it) }
    }

    final override fun stop() {
        if (!isOpen) return
        isOpen = false
        switch.close()?.let { report("forwarding: $it", it) }
    }

    /** Called on each thread that opens a region, before the tool is switched on. */
    internal open fun threadOpens() {}

    final override fun abandon(): Unit = stop()
}
