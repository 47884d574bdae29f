package timemory.forwarding

import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Labels as C strings: NUL-terminated UTF-8, one per label, and never freed. Tools keep the pointers, compare by them, and read them as
 * late as at the end of the process.
 *
 * The number of labels is limited by the number of regions in the call graph, which `TIMEMORY_MAX_NODES` bounds.
 */
internal object LabelTexts {
    private val adding = Lock()
    private val addresses = HashMap<String, Long>()

    fun addressOf(label: String): Long = adding.hold { addresses.getOrPut(label) { copy(label) } }

    private fun copy(label: String): Long {
        val bytes = label.encodeToByteArray()
        val address = Ffi.allocate(bytes.size + 1L)
        for (i in bytes.indices) Ffi.putByte(address + i, bytes[i])
        return address
    }
}
