package timemory.forwarding

import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Labels as C has texts: UTF-8 with a byte 0 after it, one for each label, and never freed. Tools keep the pointer that they get, compare
 * by it, and read it as late as at the end of the process.
 *
 * It holds no more labels than the call graph has regions, which `TIMEMORY_MAX_NODES` bounds.
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
