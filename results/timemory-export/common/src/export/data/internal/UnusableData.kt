package timemory.export.data.internal

import kotlinx.serialization.SerializationException
import timemory.internal.text.shorten

/** A problem with a file. The message is to be prefixed by the file name. */
internal class UnusableData(message: String, cause: Throwable? = null) : Exception(message, cause)

/** Returns kotlinx.serialization's description of the error, without its remarks about itself, its input and its settings. */
internal fun wordsOfSerialization(wrong: SerializationException): String {
    val line = wrong.message.orEmpty().lineSequence().first()
    val plain = (if (line.startsWith("Unexpected JSON token")) line.substringAfter(": ") else line)
        .substringBefore(" at path").substringBefore(". JSON input").substringBefore(" for type with serial name")
    val isOfItself = plain.isBlank() || "kotlin" in plain || "class " in plain || "Serial" in plain || "escriptor" in plain
    return if (isOfItself) "a value has the wrong type" else shorten(plain)
}

private val OFFSET = Regex("at offset (\\d+)")

/** Returns the offset of the error in the text; 0 if the exception does not have one. */
internal fun offsetOf(wrong: SerializationException): Int = OFFSET.find(wrong.message.orEmpty())?.groupValues?.get(1)?.toIntOrNull() ?: 0
