package samples

import kotlin.native.concurrent.ThreadLocal
import timemory.Binding
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongDeltaComponent
import timemory.Quantity

@ThreadLocal
private var bytesOfThread = 0L

/** A custom component: how many bytes the calling thread has read, by its own account in [count]. */
@DescribedBy(BytesRead.TYPE::class)
class BytesRead : LongDeltaComponent() {
    override fun read(): Long = bytesOfThread

    companion object TYPE : ComponentType<BytesRead>("bytes_read", "Bytes of files read by the thread", Quantity.MEMORY, ::BytesRead) {
        override val binding: Binding get() = Binding.THREAD

        /** Says that the calling thread has read [bytes] more. */
        fun count(bytes: Int) {
            bytesOfThread += bytes
        }
    }
}
