@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.usePinned
import timemory.timem.linux.timem_write

/** What timem tells the user: on the standard error stream, so that the command's output stays what it is. */
internal object Screen {
    private const val STANDARD_OUTPUT = 1
    private const val STANDARD_ERROR = 2

    fun tell(text: String) {
        write(STANDARD_ERROR, text + "\n")
    }

    /** Prints requested output, such as help or version. */
    fun print(text: String) {
        write(STANDARD_OUTPUT, text + "\n")
    }

    private fun write(file: Int, text: String) {
        val bytes = text.encodeToByteArray()
        // Without a reader there is nobody to report it to.
        if (bytes.isNotEmpty()) bytes.usePinned { timem_write(file, it.addressOf(0), bytes.size.toLong()) }
    }
}

/** Something that timem itself cannot do; it ends with [FAILED]. */
internal open class Failure(message: String) : Exception(message)

/** A command line that is not understood. */
internal class UsageError(message: String) : Failure(message)

/** What timem returns where it is timem that failed and not the command, as `env`, `nohup`, `timeout` and GNU `time` do. */
internal const val FAILED = 125
