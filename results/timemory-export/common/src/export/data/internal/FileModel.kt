package timemory.export.data.internal

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/*
 * A region as timemory's files tell of it, here and in C++. Where a number stands, a list of numbers, a text or nothing may stand as well,
 * by component and version: such values stay elements until it is known what they should be.
 */

/** A region of the flat file, where its values stand in it, or of the tree, where they stand in [inclusive] and [exclusive]. */
@Serializable
internal class FileRegion(
    val hash: JsonElement = ABSENT,
    val prefix: JsonElement = ABSENT,
    val label: JsonElement = ABSENT,
    val depth: JsonElement = ABSENT,
    val tid: JsonElement = ABSENT,
    val pid: JsonElement = ABSENT,
    val concurrent: JsonElement = ABSENT,
    val place: JsonElement = ABSENT,
    val start: JsonElement = ABSENT,
    val instrumentation: FileInstrumentation? = null,
    val ranks: JsonElement = ABSENT,
    val entry: FileEntry? = null,
    val stats: FileStatistics? = null,
    val inclusive: FileValues? = null,
    val exclusive: FileValues? = null,
)

@Serializable
internal class FileInstrumentation(val sum: JsonElement = ABSENT)

@Serializable
internal class FileValues(val entry: FileEntry? = null, val stats: FileStatistics? = null)

@Serializable
internal class FileEntry(
    val laps: JsonElement = ABSENT,
    @SerialName("open_laps") val openLaps: JsonElement = ABSENT,
    @SerialName("repr_data") val shownNumbers: JsonElement = ABSENT,
    @SerialName("repr_display") val shown: JsonElement = ABSENT,
    val accum: JsonElement = ABSENT,
)

@Serializable
internal class FileStatistics(
    val sum: JsonElement = ABSENT,
    val mean: JsonElement = ABSENT,
    val min: JsonElement = ABSENT,
    val max: JsonElement = ABSENT,
    val stddev: JsonElement = ABSENT,
    val percentiles: Map<String, JsonElement> = emptyMap(),
    val histogram: FileHistogram? = null,
)

@Serializable
internal class FileHistogram(val bounds: JsonElement = ABSENT, val counts: JsonElement = ABSENT)

/** The value of a key that is missing, which is not the same as one that is known to be unknown. */
internal val ABSENT: JsonElement = JsonArray(emptyList())

internal val JsonElement.isAbsent: Boolean get() = this === ABSENT

/** The numbers of a list, or by their names as timemory for C++ has pairs, or the only one; what is unknown or text is not a number. */
internal fun JsonElement.numbers(): List<JsonElement> = when (this) {
    is JsonArray -> this
    is JsonObject -> values.toList()
    else -> listOf(this)
}

/** Not a number where it is none. */
internal fun JsonElement.number(): Double = if (this is JsonPrimitive && !isString) content.toDoubleOrNull() ?: Double.NaN else Double.NaN

/** A whole number that 64 bits hold; `null` otherwise. */
internal fun JsonElement.whole(): Long? = if (this is JsonPrimitive && !isString) content.toLongOrNull() else null

/** A text, or a number as text; empty for anything else. */
internal fun JsonElement.text(): String = if (this is JsonPrimitive && this !is JsonNull) content else ""

internal fun JsonElement.texts(): List<String> = if (this is JsonArray) map { it.text() } else listOf(text())

/** `null` where it is none. */
internal fun JsonElement.flag(): Boolean? = if (this is JsonPrimitive && !isString) content.toBooleanStrictOrNull() else null
