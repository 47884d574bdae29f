package samples

import timemory.Binding
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongDeltaComponent
import timemory.Quantity

/** A custom component: the bytes that the calling thread has read, as reported to [count]. */
@DescribedBy(BytesRead.TYPE::class)
class BytesRead : LongDeltaComponent() {
    override fun read(): Long = total.get()[0]

    companion object TYPE : ComponentType<BytesRead>(
        "bytes_read",
        "Bytes of class files read by the thread",
        Quantity.MEMORY,
        ::BytesRead,
    ) {
        private val total = ThreadLocal.withInitial { LongArray(1) }

        override val binding: Binding get() = Binding.THREAD

        /** Adds [bytes] to those that the calling thread has read. */
        fun count(bytes: Int) {
            total.get()[0] += bytes.toLong()
        }
    }
}
