package timemory.export.data.internal

import kotlinx.serialization.SerializationException
import timemory.internal.text.shorten

/** What is wrong with a file: the rest of a sentence that begins with its name. */
internal class UnusableData(message: String, cause: Throwable? = null) : Exception(message, cause)

/** What kotlinx.serialization says is wrong, without what it says of itself, of its input and of its settings. */
internal fun wordsOfSerialization(wrong: SerializationException): String {
    val line = wrong.message.orEmpty().lineSequence().first()
    val plain = (if (line.startsWith("Unexpected JSON token")) line.substringAfter(": ") else line)
        .substringBefore(" at path").substringBefore(". JSON input").substringBefore(" for type with serial name")
    val isOfItself = plain.isBlank() || "kotlin" in plain || "class " in plain || "Serial" in plain || "escriptor" in plain
    return if (isOfItself) "a value is of another kind than it should be" else shorten(plain)
}

private val OFFSET = Regex("at offset (\\d+)")

/** Where in its text that was; the begin where it does not say. */
internal fun offsetOf(wrong: SerializationException): Int = OFFSET.find(wrong.message.orEmpty())?.groupValues?.get(1)?.toIntOrNull() ?: 0
