package timemory.export.data

import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import timemory.export.data.internal.wordsOfSerialization

/** What is not known is passed over, and what is the default is not written. */
internal val runJson: Json = Json {
    ignoreUnknownKeys = true
    encodeDefaults = false
}

/** The most characters of a [RunData] as JSON, which stands in memory in whole. */
private const val MOST_CHARACTERS = 256 shl 20

internal fun runDataOf(json: String): RunData {
    if (json.length > MOST_CHARACTERS) throw UnreadableResultsException("the data of a run has more than $MOST_CHARACTERS characters")
    val run = try {
        runJson.decodeFromString(RunData.serializer(), json)
    } catch (wrong: SerializationException) {
        throw UnreadableResultsException("the data of a run is not what it should be: ${wordsOfSerialization(wrong)}", wrong)
    }
    if (run.version !in 1..RunData.VERSION) {
        throw UnreadableResultsException("the data of a run is of version ${run.version}; this library reads 1 to ${RunData.VERSION}")
    }
    return run
}
