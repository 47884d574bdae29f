package timemory.export.data

/**
 * Results that cannot be read. The message is a sentence that names the file, the place and what is wrong there; on the JVM an
 * `IOException`.
 */
public expect class UnreadableResultsException internal constructor(message: String, cause: Throwable? = null) : Exception
