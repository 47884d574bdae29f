package timemory.export.data.internal

import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.SerializationException
import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.builtins.serializer
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import timemory.export.data.ActivityData
import timemory.export.data.ComponentData
import timemory.export.data.RegionData
import timemory.export.data.RegionRecorder
import timemory.export.data.RunData
import timemory.export.data.RunMetadata
import timemory.export.data.TrackData
import timemory.export.data.metricOf
import timemory.results.ResultsBuilder

/**
 * Reads [RunData] that stands in a file, region by region, into [results]. What results do not hold stands here afterwards: timelines with
 * at most [mostActivities], or none of them where that is 0.
 */
internal class RunDataReading(private val cursor: JsonCursor, private val results: ResultsBuilder, private val mostActivities: Int) {
    var metadata: RunMetadata? = null
        private set
    val timelines = ArrayList<TrackData>()
    private var activityCount = 0

    /** Reads the member [name] of a file, or goes past it. Whether it is one that only a run has. */
    fun readMember(name: String): Boolean {
        when (name) {
            "version" -> versionOf(cursor.slice().decode(Int.serializer()))
            "processId" -> results.processId = cursor.slice().decode(Long.serializer())
            "threadCount" -> results.threadCount = cursor.slice().decode(Int.serializer())
            "processCount" -> results.processCount = cursor.slice().decode(Int.serializer())
            "problems" -> cursor.slice().decode(ListSerializer(String.serializer())).forEach(results::problem)
            "metadata" -> metadata = cursor.slice().decode(RunMetadata.serializer())
            "components" -> cursor.elements { readComponent() }
            "timelines" -> if (mostActivities == 0) cursor.skip() else cursor.elements { readTrack() }
            else -> {
                cursor.skip()
                return false
            }
        }
        return name == "version" || name == "components"
    }

    private fun versionOf(version: Int) {
        if (version !in 1..RunData.VERSION) {
            throw UnusableData("is the data of a run of version $version; this library reads 1 to ${RunData.VERSION}")
        }
    }

    /** The regions come last, as they are written: what their component is has to be known before. */
    private fun readComponent() {
        val line = cursor.line()
        val about = LinkedHashMap<String, JsonElement>()
        var recorder: RegionRecorder? = null
        cursor.members { name ->
            when {
                name == "regions" -> {
                    val regions = recorder ?: recorderOf(about, line)
                    recorder = regions
                    cursor.elements { regions.add(cursor.slice().decode(RegionData.serializer())) }
                }
                recorder == null -> about[name] = cursor.slice().decode(JsonElement.serializer())
                else -> throw UnusableData("${cursor.line()} has '$name' of a component after its regions")
            }
        }
        if (recorder == null) recorderOf(about, line)
    }

    private fun recorderOf(about: Map<String, JsonElement>, line: String): RegionRecorder {
        val component = decode(ComponentData.serializer(), JsonObject(about), line)
        val graph = results.graph(metricOf(component))
        graph.threadsApart = graph.threadsApart || component.threadsApart
        return RegionRecorder(graph, component.numbers.size)
    }

    private fun <T> decode(strategy: DeserializationStrategy<T>, value: JsonElement, line: String): T = try {
        fileJson.decodeFromJsonElement(strategy, value)
    } catch (wrong: SerializationException) {
        throw UnusableData("has a component at $line that is not what it should be: ${wordsOfSerialization(wrong)}", wrong)
    }

    private fun readTrack() {
        var track = ""
        val activities = ArrayList<ActivityData>()
        cursor.members { name ->
            when (name) {
                "name" -> track = cursor.slice().decode(String.serializer())
                "activities" -> cursor.elements {
                    if (activityCount++ == mostActivities) throw UnusableData("has timelines of more than $mostActivities activities")
                    activities.add(cursor.slice().decode(ActivityData.serializer()))
                }
                else -> cursor.skip()
            }
        }
        timelines.add(TrackData(track, activities))
    }
}
