package timemory.export.data.internal

import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.SerializationException
import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.builtins.serializer
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import timemory.export.data.ActivityData
import timemory.export.data.ComponentData
import timemory.export.data.RegionData
import timemory.export.data.RegionRecorder
import timemory.export.data.ResultsBuilder
import timemory.export.data.RunData
import timemory.export.data.RunMetadata
import timemory.export.data.TrackData
import timemory.export.data.metricOf
import timemory.export.ranks.ResultsFacts
import timemory.internal.text.printable
import timemory.internal.text.shorten
import timemory.output.COMPACT_VERSION
import timemory.results.DeviceActivity
import timemory.results.DeviceTimeline
import timemory.results.DeviceTrack
import timemory.results.RunMetadataFacts

/** The maximum number of activities, which is also what a program keeps. */
private const val MAX_ACTIVITIES = 50_000
private const val MAX_THREAD_NAMES = 1_000

/**
 * Reads [RunData] from a file, region by region, into [results]. Data that results cannot contain are stored in properties: timelines with
 * at most [maxActivities], or none if that is 0.
 */
internal class RunDataReading(private val cursor: JsonCursor, private val results: ResultsBuilder, private val maxActivities: Int) {
    var metadata: RunMetadata? = null
        private set
    val timelines = ArrayList<TrackData>()
    private var activityCount = 0

    /** Whether this is `results.timemory.json`, whose nodes are lists. */
    private var isCompact = false
    private val labels = CompactLabels()

    /** Reads the kind of file from the member `timemory`. */
    fun readKind() {
        val kind = cursor.slice().decode(String.serializer())
        if (kind != "results") throw UnusableData("is a timemory file, but has no results: '${printable(kind)}'")
        isCompact = true
    }

    /** Reads the member [name] of a file, or skips it. Returns whether it is a member that only runs have. */
    fun readMember(name: String): Boolean {
        when (name) {
            "version" -> versionOf(cursor.slice().decode(Int.serializer()))
            "processId" -> results.processId = cursor.slice().decode(Long.serializer())
            "threadCount" -> results.threadCount = cursor.slice().decode(Int.serializer())
            "processCount" -> results.processCount = cursor.slice().decode(Int.serializer())
            "processes" -> results.attachments = ResultsFacts(readMergedProcesses(cursor))
            "overTime" -> readOverTime(cursor)?.let { results.attachments = it }
            "threadNames" -> readThreadNames()
            "problems" -> cursor.slice().decode(ListSerializer(String.serializer())).forEach(results::problem)
            "metadata" -> metadata = cursor.slice().decode(RunMetadata.serializer()).also { results.metadata = factsOf(it) }
            "components" -> cursor.elements { readComponent() }
            "timelines" -> when {
                isCompact -> readCompactTracks()
                maxActivities == 0 -> cursor.skip()
                else -> cursor.elements { readTrack() }
            }
            else -> {
                cursor.skip()
                return false
            }
        }
        return name == "version" || name == "components"
    }

    private fun readThreadNames() {
        val names = HashMap<Int, String>()
        cursor.members { number ->
            val name = cursor.slice().decode(String.serializer())
            if (names.size < MAX_THREAD_NAMES) number.toIntOrNull()?.let { names[it] = shorten(name) }
        }
        results.threadNames = names
    }

    private fun versionOf(version: Int) {
        val newest = if (isCompact) COMPACT_VERSION else RunData.VERSION
        if (version !in 1..newest) {
            throw UnusableData("has version $version; this library reads 1 to $newest")
        }
    }

    /** Regions are written last, so their component is known by then. */
    private fun readComponent() {
        val line = cursor.line()
        val about = LinkedHashMap<String, JsonElement>()
        var recorder: RegionRecorder? = null
        cursor.members { name ->
            when {
                name == "nodes" && isCompact && recorder == null -> {
                    val made = recorderOf(about, line)
                    recorder = made
                    val nodes = CompactNodes(made, made.count, about["values"]?.text() ?: "real", labels)
                    cursor.elements { nodes.add(cursor.slice()) }
                }
                name == "regions" -> {
                    val regions = recorder ?: recorderOf(about, line)
                    recorder = regions
                    cursor.elements { regions.add(cursor.slice().decode(RegionData.serializer())) }
                }
                name == "failure" && isCompact -> results.problem(cursor.slice().decode(String.serializer()))
                recorder == null -> about[name] = cursor.slice().decode(JsonElement.serializer())
                else -> throw UnusableData("${cursor.line()} has '$name' of a component after its regions")
            }
        }
        if (recorder == null) recorderOf(about, line)
    }

    private val ids = HashSet<String>()

    private fun recorderOf(about: Map<String, JsonElement>, line: String): RegionRecorder {
        val component = decode(ComponentData.serializer(), JsonObject(about), line)
        val metric = metricOf(component)
        if (!ids.add(component.id)) {
            throw UnusableData("has component '${component.id}' twice, at $line: two components of the program had that id")
        }
        about["title"]?.let { metric.title = it.text() }
        about["aliases"]?.let { metric.aliases = it.texts() }
        metric.hidesZeros = about["hidesZeros"]?.flag() ?: false
        metric.format(about["precision"]?.small(), about["width"]?.small())
        val graph = results.graph(metric)
        graph.threadsApart = graph.threadsApart || component.threadsApart
        return RegionRecorder(graph, component.numbers.size)
    }

    private fun <T> decode(strategy: DeserializationStrategy<T>, value: JsonElement, line: String): T = try {
        fileJson.decodeFromJsonElement(strategy, value)
    } catch (failure: SerializationException) {
        throw UnusableData("has a component at $line that is malformed: ${wordsOfSerialization(failure)}", failure)
    }

    private fun readCompactTracks() {
        val tracks = ArrayList<DeviceTrack>()
        cursor.elements {
            var track = ""
            val activities = ArrayList<DeviceActivity>()
            cursor.members { name ->
                when (name) {
                    "name" -> track = cursor.slice().decode(String.serializer())
                    "activities" -> cursor.elements { activities.add(compactActivity()) }
                    else -> cursor.skip()
                }
            }
            tracks.add(DeviceTrack(track, activities, 0L))
            if (maxActivities > 0) timelines.add(TrackData(track, activities.map { ActivityData(it.name, it.start, it.nanoseconds) }))
        }
        if (activityCount > 0) results.devices = ReadTimeline(tracks)
    }

    private fun compactActivity(): DeviceActivity {
        if (activityCount++ == MAX_ACTIVITIES) throw UnusableData("has timelines of more than $MAX_ACTIVITIES activities")
        val slice = cursor.slice()
        val row = slice.decode(JsonArray.serializer())
        fun number(index: Int) = row.getOrNull(index)?.whole() ?: slice.isNot("a number of nanoseconds")
        return DeviceActivity(labels.of(row.getOrNull(0), slice), 0, 0, number(1), number(2))
    }

    private fun factsOf(data: RunMetadata) = RunMetadataFacts(
        data.info, data.environment, data.commandLine,
        data.settings.mapValues { (_, setting) -> RunMetadataFacts.Setting(setting.value, setting.isSet) },
    )

    private fun readTrack() {
        var track = ""
        val activities = ArrayList<ActivityData>()
        cursor.members { name ->
            when (name) {
                "name" -> track = cursor.slice().decode(String.serializer())
                "activities" -> cursor.elements {
                    if (activityCount++ == maxActivities) throw UnusableData("has timelines of more than $maxActivities activities")
                    activities.add(cursor.slice().decode(ActivityData.serializer()))
                }
                else -> cursor.skip()
            }
        }
        timelines.add(TrackData(track, activities))
    }
}

private class ReadTimeline(override val tracks: List<DeviceTrack>) : DeviceTimeline
