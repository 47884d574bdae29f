package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Forwards regions as events to VTune, under their labels, on their thread. VTune collects while a region with this component, [VtuneFrame]
 * or [VtuneProfiler] is open on any thread, and pauses otherwise. A region nested in one with the same label is part of it.
 *
 * Put it last in a bundle: it is then started first and stopped last, so that the clocks of the bundle exclude VTune's overhead.
 *
 * Source: `__itt_event_start` and `__itt_event_end`, `__itt_resume` and `__itt_pause` of the collector that VTune names in
 * `INTEL_LIBITTNOTIFY64`.
 */
@DescribedBy(VtuneEvent.TYPE::class)
@ExperimentalTimemoryApi
public class VtuneEvent : ThreadMarker(ranges) {
    private var event = NONE

    override fun begin(label: Long) {
        IttLibrary.collection.open()
        if (event == NONE) event = IttLibrary.eventOf(this.label, label)
        IttLibrary.startEvent(event)
    }

    override fun end(label: Long) {
        IttLibrary.endEvent(event)
        IttLibrary.collection.close()
    }

    /** The type of [VtuneEvent]. */
    public companion object TYPE : SwitchType<VtuneEvent>(
        "vtune_event", "Shows regions as events in VTune",
        {
            IttLibrary.unavailable(
                IttLibrary.RESUME, IttLibrary.PAUSE, IttLibrary.EVENT_CREATE, IttLibrary.EVENT_START, IttLibrary.EVENT_END,
            )
        },
        "__itt_event_start", Binding.THREAD, emptyList(), ::VtuneEvent, IttLibrary::pause,
    ) {
        private val ranges = ThreadRanges(isOrdered = false, isOnce = true) { null }

        /** No event. */
        private const val NONE = -1L
    }
}
