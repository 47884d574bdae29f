package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Has CrayPAT record on a thread while a region with this component is open there.
 *
 * Source: `PAT_record` of CrayPAT; the thread that the first bundle with this component is made on is off from then on, and so is that
 * which begins a session.
 */
@DescribedBy(CraypatRecord.TYPE::class)
@ExperimentalTimemoryApi
public class CraypatRecord : ThreadMarker(CrayPatLibrary.recording) {
    /** One for all labels: what counts is whether any region is open. */
    override fun textOf(label: String): Long = 0L

    override fun begin(label: Long): Unit = CrayPatLibrary.record(true)

    override fun end(label: Long): Unit = CrayPatLibrary.record(false)

    /** The type of [CraypatRecord]. */
    public companion object TYPE : SwitchType<CraypatRecord>(
        "craypat_record", "Has CrayPAT record on threads with an open region", CrayPatLibrary::unavailable, "PAT_record", Binding.THREAD,
        emptyList(), ::CraypatRecord, CrayPatLibrary::stopRecording,
    )
}
