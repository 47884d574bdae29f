package timemory.export.data

import java.io.IOException

/** Thrown if results cannot be read. The message is a sentence that names the file, the position and the error. */
public actual class UnreadableResultsException internal actual constructor(message: String, cause: Throwable?) : IOException(message, cause)
