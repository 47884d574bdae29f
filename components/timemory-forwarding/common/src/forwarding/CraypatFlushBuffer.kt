package timemory.forwarding

import timemory.Binding
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.MemoryComponent
import timemory.Quantity
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Makes CrayPAT write its buffer at the end of each lap. The value is the number of bytes written this way since the start of the lap, at
 * the end of this lap and of others inside it or on other threads.
 *
 * Source: `PAT_flush_buffer` of CrayPAT.
 */
@DescribedBy(CraypatFlushBuffer.TYPE::class)
@ExperimentalTimemoryApi
public class CraypatFlushBuffer : LongComponent(), MemoryComponent {
    private var before = 0L

    override fun start() {
        before = adding.hold { written }
    }

    override fun stop() {
        val bytes = CrayPatLibrary.flush()
        val now = adding.hold {
            written += bytes
            written
        }
        record(now - before)
    }

    /** The type of [CraypatFlushBuffer]. */
    public companion object TYPE : ComponentType<CraypatFlushBuffer>(
        "craypat_flush_buffer", "Bytes written by CrayPAT at the end of regions", Quantity.MEMORY, ::CraypatFlushBuffer,
    ) {
        override val category: String get() = OTHER_TOOLS

        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "PAT_flush_buffer"

        override fun unavailableReason(): String? = CrayPatLibrary.unavailable()

        private val adding = Lock()
        private var written = 0L
    }
}
