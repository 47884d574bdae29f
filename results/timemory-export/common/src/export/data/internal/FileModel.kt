package timemory.export.data.internal

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/*
 * A region in timemory's files, from here or from C++. Depending on component and version, a number may also be a list of numbers, a text
 * or missing, so such values stay JSON elements until their meaning is known.
 */

/** A region of the flat file, which contains its values directly, or of the tree, which has them in [inclusive] and [exclusive]. */
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

/** The value of a missing key, which is different from an explicit null. */
internal val ABSENT: JsonElement = JsonArray(emptyList())

internal val JsonElement.isAbsent: Boolean get() = this === ABSENT

/**
 * Returns the numbers of a list, those of a pair in the format of timemory for C++, or a single one. Unknown values and text are not
 * numbers.
 */
internal fun JsonElement.numbers(): List<JsonElement> = when (this) {
    is JsonArray -> this
    is JsonObject -> values.toList()
    else -> listOf(this)
}

/** Returns the number, or NaN if this is not a number. */
internal fun JsonElement.number(): Double = if (this is JsonPrimitive && !isString) content.toDoubleOrNull() ?: Double.NaN else Double.NaN

/** Returns the value if it is an integer of at most 64 bits; `null` otherwise. */
internal fun JsonElement.whole(): Long? = if (this is JsonPrimitive && !isString) content.toLongOrNull() else null

internal fun JsonElement.small(): Int? = whole()?.takeIf { it in 0L..Short.MAX_VALUE }?.toInt()

/** Returns a text, or a number as text; empty for anything else. */
internal fun JsonElement.text(): String = if (this is JsonPrimitive && this !is JsonNull) content else ""

internal fun JsonElement.texts(): List<String> = if (this is JsonArray) map { it.text() } else listOf(text())

/** Returns the Boolean value; `null` if this is not one. */
internal fun JsonElement.flag(): Boolean? = if (this is JsonPrimitive && !isString) content.toBooleanStrictOrNull() else null
