package timemory.export.data

import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import timemory.export.data.internal.wordsOfSerialization

/** Ignores unknown keys and does not write defaults. */
internal val runJson: Json = Json {
    ignoreUnknownKeys = true
    encodeDefaults = false
}

/** The maximum length of a [RunData] JSON text in characters, because the whole text is held in memory. */
private const val MAX_CHARACTERS = 256 shl 20

internal fun runDataOf(json: String): RunData {
    if (json.length > MAX_CHARACTERS) throw UnreadableResultsException("the data of a run has more than $MAX_CHARACTERS characters")
    val run = try {
        runJson.decodeFromString(RunData.serializer(), json)
    } catch (failure: SerializationException) {
        throw UnreadableResultsException("the data of a run is malformed: ${wordsOfSerialization(failure)}", failure)
    }
    if (run.version !in 1..RunData.VERSION) {
        throw UnreadableResultsException("the data of a run has version ${run.version}; this library reads 1 to ${RunData.VERSION}")
    }
    return run
}
