package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent

/**
 * Forwards regions as frames to VTune, with a domain for each label. VTune's frames of one domain cannot overlap: a frame lasts while a
 * region with its label is open on any thread. As with [VtuneEvent], VTune collects only in regions, and the component should be last in a
 * bundle.
 *
 * Source: `__itt_domain_create`, `__itt_frame_begin_v3` and `__itt_frame_end_v3`, `__itt_resume` and `__itt_pause` of the collector that
 * VTune names in `INTEL_LIBITTNOTIFY64`.
 */
@DescribedBy(VtuneFrame.TYPE::class)
@ExperimentalTimemoryApi
public class VtuneFrame : MarkerComponent() {
    private val frames by lazy { IttLibrary.framesOf(LabelTexts.addressOf(label)) }
    private var isOpen = false

    override fun start() {
        if (isOpen) return
        isOpen = true
        IttLibrary.collection.open()
        frames.open()
    }

    override fun stop() {
        if (!isOpen) return
        isOpen = false
        frames.close()
        IttLibrary.collection.close()
    }

    override fun abandon(): Unit = stop()

    /** The type of [VtuneFrame]. */
    public companion object TYPE : SwitchType<VtuneFrame>(
        "vtune_frame", "Shows regions as frames in VTune",
        {
            IttLibrary.unavailable(
                IttLibrary.RESUME, IttLibrary.PAUSE, IttLibrary.DOMAIN_CREATE, IttLibrary.FRAME_BEGIN, IttLibrary.FRAME_END,
            )
        },
        "__itt_frame_begin_v3", Binding.WALL, emptyList(), ::VtuneFrame, IttLibrary::pause,
    )
}
