package timemory.internal.source

import timemory.internal.platform.FileText
import timemory.internal.platform.SystemFile
import timemory.internal.platform.threadFileText

/**
 * Numbers received and sent by the network interfaces: the lines of `/proc/net/dev`. Interfaces come and go; a difference is computed for
 * those that were present at both ends.
 */
internal class NetworkDevices {
    private val names = ArrayList<ByteArray>()
    private val texts = ArrayList<String>()
    private var numbers = LongArray(0)

    var count = 0
        private set

    fun name(device: Int): String = texts[device]

    fun number(device: Int, index: Int): Long = numbers[device * COUNT + index]

    /** Returns the index of the interface called [name]; -1 if there is none. */
    fun find(name: String): Int = (0 until count).firstOrNull { texts[it] == name } ?: -1

    /** Reads all interfaces. Allocates only if their names have changed since the last reading. */
    fun read() {
        val text = threadFileText().fill(file)
        var at = text.nextLine(text.nextLine(0))
        count = 0
        while (at < text.length) {
            val colon = text.indexOf(COLON, at)
            if (colon < 0) return
            keepName(text, text.skipSpaces(at), colon)
            for (i in 0 until COUNT) numbers[count * COUNT + i] = maxOf(0L, text.number(COLUMNS[i], colon + 1))
            count++
            at = text.nextLine(colon)
        }
    }

    private fun keepName(text: FileText, start: Int, end: Int) {
        if (count < names.size && text.isAt(start, end, names[count])) return
        val name = text.bytes.copyOfRange(start, end)
        if (count < names.size) {
            names[count] = name
            texts[count] = name.decodeToString()
        } else {
            names.add(name)
            texts.add(name.decodeToString())
            numbers = numbers.copyOf((count + 1) * COUNT)
        }
    }

    companion object {
        const val COUNT = 8
        const val PATH = "/proc/net/dev"
        private const val COLON = ':'.code.toByte()

        /** Bytes, packets, errors and drops, first received and then sent, among the sixteen columns. */
        private val COLUMNS = intArrayOf(0, 1, 2, 3, 8, 9, 10, 11)
        private val file = SystemFile(PATH, perThread = false)
    }
}
