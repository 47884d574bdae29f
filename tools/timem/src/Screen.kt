@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.usePinned
import timemory.timem.linux.timem_write

/** timem's messages to the user: on stderr, so that the command's output is unchanged. */
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
        // If there is no reader, there is no one to report it to.
        if (bytes.isNotEmpty()) bytes.usePinned { timem_write(file, it.addressOf(0), bytes.size.toLong()) }
    }
}

/** A failure of timem itself; it ends with [FAILED]. */
internal open class Failure(message: String) : Exception(message)

/** An invalid command line. */
internal class UsageError(message: String) : Failure(message)

/** The exit status of timem if timem failed rather than the command, as with `env`, `nohup`, `timeout` and GNU `time`. */
internal const val FAILED = 125
