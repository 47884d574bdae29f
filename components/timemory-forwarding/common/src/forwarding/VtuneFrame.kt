package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent

/**
 * Shows regions as frames in VTune, each label in its own domain. Frames of a domain do not overlap in VTune: one lasts while a region
 * with its label is open on any thread. VTune collects as with [VtuneEvent], and it also belongs last in a bundle.
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
