package timemory.export.data.internal

import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json

/** The JSON settings for timemory's files: unknown keys are ignored. */
internal val fileJson: Json = Json { ignoreUnknownKeys = true }

/** The [text] of a small value that started at [line] and [column] of its file. */
internal class JsonSlice(private val text: String, private val line: Long, private val column: Long) {
    /** Decodes the value with [strategy]. */
    fun <T> decode(strategy: DeserializationStrategy<T>): T = try {
        fileJson.decodeFromString(strategy, text)
    } catch (failure: SerializationException) {
        throw UnusableData("is malformed at ${place(offsetOf(failure))}: ${wordsOfSerialization(failure)}", failure)
    }

    /** Returns the position of the character at [offset]. */
    private fun place(offset: Int): String {
        val before = text.substring(0, offset.coerceIn(0, text.length))
        val lines = before.count { it == '\n' }
        val columns = if (lines == 0) column + before.length else (before.length - before.lastIndexOf('\n')).toLong()
        return "line ${line + lines}, column $columns"
    }

    /** Reports that a value is not [what]. */
    fun isNot(what: String): Nothing = throw UnusableData("line $line: expected $what")
}
