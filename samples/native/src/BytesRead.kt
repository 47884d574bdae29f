package samples

import kotlin.native.concurrent.ThreadLocal
import timemory.Binding
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongDeltaComponent
import timemory.Quantity

@ThreadLocal
private var bytesOfThread = 0L

/** A custom component: the bytes that the calling thread has read, as reported to [count]. */
@DescribedBy(BytesRead.TYPE::class)
class BytesRead : LongDeltaComponent() {
    override fun read(): Long = bytesOfThread

    companion object TYPE : ComponentType<BytesRead>("bytes_read", "Bytes of files read by the thread", Quantity.MEMORY, ::BytesRead) {
        override val binding: Binding get() = Binding.THREAD

        /** Adds [bytes] to those that the calling thread has read. */
        fun count(bytes: Int) {
            bytesOfThread += bytes
        }
    }
}
