package timemory.export.data

/**
 * Thrown if results cannot be read. The message is a sentence that names the file, the position and the error. On the JVM it is an
 * `IOException`.
 */
public expect class UnreadableResultsException internal constructor(message: String, cause: Throwable? = null) : Exception
