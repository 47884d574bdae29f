package timemory.internal.source

import timemory.internal.platform.FileText
import timemory.internal.platform.pageSize

/** `/proc/self/statm`: mapped and resident memory of the process, in bytes. */
internal object MemorySizes : FileSource("/proc/self/statm", 2) {
    const val VIRTUAL = 0
    const val RESIDENT = 1

    private val page = pageSize()

    override fun origin(index: Int): String = "$path, ${if (index == VIRTUAL) "first" else "second"} field"

    override fun parse(text: FileText, into: LongArray) {
        into[VIRTUAL] = found(text.number(0), "size") * page
        into[RESIDENT] = found(text.number(1), "resident size") * page
    }
}

/** `/proc/self/io` and `/proc/thread-self/io`: bytes read and written, by system calls (`CHARS`) and from and to storage (`BYTES`). */
internal object InputOutput {
    const val READ_CHARS = 0
    const val WRITTEN_CHARS = 1
    const val READ_BYTES = 2
    const val WRITTEN_BYTES = 3

    val PROCESS: Source = file("/proc/self/io", perThread = false)
    val THREAD: Source = file("/proc/thread-self/io", perThread = true)

    private fun file(path: String, perThread: Boolean) =
        KeyedFile(path, "rchar:", "wchar:", "read_bytes:", "write_bytes:", perThread = perThread)
}
