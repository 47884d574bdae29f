package timemory.forwarding

import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent

/**
 * A component that has another tool record while a region with it is open, on whichever thread: the first region that opens switches the
 * tool on, the last that closes switches it off. In a suspending region the tool is on from its start to its end.
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

    /** What is to be done on each thread that opens a region, before the tool is on. */
    internal open fun threadOpens() {}

    final override fun abandon(): Unit = stop()
}
