package timemory.export.data

import java.io.IOException

/** Results that cannot be read. The message is a sentence that names the file, the place and what is wrong there. */
public actual class UnreadableResultsException internal actual constructor(message: String, cause: Throwable?) : IOException(message, cause)
