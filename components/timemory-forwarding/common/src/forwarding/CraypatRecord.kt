package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Makes CrayPAT record on a thread while a region with this component is open there.
 *
 * Source: `PAT_record` of CrayPAT. Recording is switched off on the thread that creates the first bundle with this component, and on the
 * one that starts a session.
 */
@DescribedBy(CraypatRecord.TYPE::class)
@ExperimentalTimemoryApi
public class CraypatRecord : ThreadMarker(CrayPatLibrary.recording) {
    /** The same for all labels, because it only matters whether any region is open. */
    override fun textOf(label: String): Long = 0L

    override fun begin(label: Long): Unit = CrayPatLibrary.record(true)

    override fun end(label: Long): Unit = CrayPatLibrary.record(false)

    /** The type of [CraypatRecord]. */
    public companion object TYPE : SwitchType<CraypatRecord>(
        "craypat_record", "Makes CrayPAT record on threads with an open region", CrayPatLibrary::unavailable, "PAT_record", Binding.THREAD,
        emptyList(), ::CraypatRecord, CrayPatLibrary::stopRecording,
    )
}
