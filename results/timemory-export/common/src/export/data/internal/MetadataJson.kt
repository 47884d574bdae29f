package timemory.export.data.internal

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import timemory.export.data.RunMetadata
import timemory.export.data.SettingData

/** The content of `metadata.json`, from this library or from timemory for C++. */
@Serializable
private class FileMetadata(
    val info: Map<String, JsonElement> = emptyMap(),
    val environment: JsonElement = ABSENT,
    val settings: Map<String, JsonElement> = emptyMap(),
)

@Serializable
private class FileSetting(val value: JsonElement = ABSENT, @SerialName("is_set") val isSet: JsonElement = ABSENT)

/** Reads a metadata file from [source]. */
internal fun readMetadata(source: ByteSource): RunMetadata {
    var found = RunMetadata()
    val cursor = JsonCursor(source)
    cursor.members { top ->
        if (top != "timemory") return@members cursor.skip()
        cursor.members { name ->
            if (name == "metadata") found = cursor.slice().decode(FileMetadata.serializer()).toData() else cursor.skip()
        }
    }
    if (cursor.peek() != JsonToken.END) cursor.expect(JsonToken.END)
    return found
}

private fun FileMetadata.toData() = RunMetadata(
    info = textsIn(info - COMMAND_LINE),
    environment = if (environment is JsonObject) textsIn(environment) else emptyMap(),
    commandLine = info[COMMAND_LINE]?.texts().orEmpty(),
    settings = buildMap {
        for ((name, setting) in settings) {
            val known = if (setting is JsonObject) fileJson.decodeFromJsonElement(FileSetting.serializer(), setting) else continue
            put(name, SettingData(known.value.texts().joinToString(", "), known.isSet.flag() ?: false))
        }
    },
)

private fun textsIn(all: Map<String, JsonElement>): Map<String, String> = all.mapValues { it.value.texts().joinToString(", ") }

private const val COMMAND_LINE = "COMMAND_LINE"
