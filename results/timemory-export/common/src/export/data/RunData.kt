package timemory.export.data

import kotlin.jvm.JvmStatic
import kotlinx.serialization.EncodeDefault
import kotlinx.serialization.ExperimentalSerializationApi
import kotlinx.serialization.Serializable

/**
 * What a program measured, as data that kotlinx.serialization writes and reads: to be sent, stored or compared by programs of others.
 *
 * Call graphs are lists in which each region has its depth, so no format has to nest as deeply as programs do. Numbers are in raw units:
 * nanoseconds, bytes, one ([NumberData.units]). A number that is not known is `null`. What is missing has its default, and what this
 * version does not know is passed over ([fromJson]), so data of other versions can be read.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property version of this layout: [VERSION]
 * @property processId the number of the process; 0 where it is not known
 * @property threadCount how many threads recorded anything
 * @property processCount of how many processes this is
 * @property problems what went wrong while measuring, as sentences
 * @property metadata what the process and its settings were, where a file tells
 * @property components one for each component that recorded anything
 * @property timelines what GPUs did, a track for each stream
 * @property overTime what was read of the process at intervals; `null` where nothing was
 */
@OptIn(ExperimentalSerializationApi::class)
@Serializable
public class RunData(
    @EncodeDefault public val version: Int = VERSION,
    public val processId: Long = 0L,
    public val threadCount: Int = 1,
    public val processCount: Int = 1,
    public val problems: List<String> = emptyList(),
    public val metadata: RunMetadata? = null,
    public val components: List<ComponentData> = emptyList(),
    public val timelines: List<TrackData> = emptyList(),
    public val overTime: OverTimeData? = null,
) {
    /** As JSON of one line. */
    public fun toJson(): String = runJson.encodeToString(serializer(), this)

    public companion object {
        /** The version that this library writes. It reads all up to this one. */
        public const val VERSION: Int = 1

        /**
         * What [toJson] wrote, here or in another version.
         *
         * @throws UnreadableResultsException if [json] is not that, or of a later version
         */
        @JvmStatic
        public fun fromJson(json: String): RunData = runDataOf(json)
    }
}

/**
 * What the process and its settings were.
 *
 * @property info facts of the process and the machine, by their names: `HOSTNAME`
 * @property environment environment variables, as far as they were written
 * @property commandLine the program and its arguments, as far as they were written
 * @property settings by the names of their variables: `TIMEMORY_OUTPUT_PATH`
 */
@Serializable
public class RunMetadata(
    public val info: Map<String, String> = emptyMap(),
    public val environment: Map<String, String> = emptyMap(),
    public val commandLine: List<String> = emptyList(),
    public val settings: Map<String, SettingData> = emptyMap(),
)

/**
 * A setting.
 *
 * @property value as text
 * @property isSet whether anybody set it
 */
@Serializable
public class SettingData(public val value: String, public val isSet: Boolean = false)

/**
 * What one component recorded.
 *
 * @property id the component's id: `wall_clock`
 * @property label the short name: `wall`
 * @property description one sentence
 * @property binding what values belong to: `THREAD`, `WALL`, ...
 * @property numbers what one value holds; none for values that are text
 * @property threadsApart whether regions of different threads were kept apart
 * @property regions the call graph, each region before those inside it
 */
@Serializable
public class ComponentData(
    public val id: String,
    public val label: String = id,
    public val description: String = "",
    public val binding: String = "WALL",
    public val numbers: List<NumberData> = emptyList(),
    public val threadsApart: Boolean = false,
    public val regions: List<RegionData> = emptyList(),
)

/**
 * One number of a component's value.
 *
 * @property name what it is called; empty where it is the only one
 * @property quantity what kind of number it is: `time`
 * @property units from the smallest, which is the one of the data, to the largest
 * @property unitSuffix what units end with: `/sec`
 * @property isAdditive whether that of several laps is the sum of theirs
 */
@Serializable
public class NumberData(
    public val name: String = "",
    public val quantity: String = "",
    public val units: List<UnitData> = listOf(UnitData("")),
    public val unitSuffix: String = "",
    public val isAdditive: Boolean = true,
)

/**
 * A unit.
 *
 * @property symbol as printed: `sec`
 * @property size how many of the smallest unit it holds
 */
@Serializable
public class UnitData(public val symbol: String, public val size: Double = 1.0)

/**
 * A region: a node of the call graph.
 *
 * @property label as given when measuring
 * @property depth how many regions stand above; it hangs below the last one before it that is less deep
 * @property laps how often it was measured; `null` where that is not known
 * @property openLaps how many of them were still open
 * @property exactSum the sum where it is known as an integer
 * @property text the value where it is text
 * @property numbers statistics of the laps, one for each number of the component
 * @property exclusive sums without the regions inside, one for each number; `null` where they follow from those
 * @property percentiles numbers that so many percent of the laps are not above, by the percent: 50.0
 * @property histogram how the laps are distributed
 * @property threads numbers of the threads that came here
 * @property isConcurrent whether it ran beside the region it hangs below, and not in its time
 * @property begin when the lap began, in nanoseconds after measuring began, for one of a timeline; `null` otherwise
 * @property place a number that a region has in all components; `null` where it is not known
 * @property instrumentation how much of the sum is overhead, in raw units
 */
@Serializable
public class RegionData(
    public val label: String,
    public val depth: Int = 0,
    public val laps: Long? = null,
    public val openLaps: Long = 0L,
    public val exactSum: Long? = null,
    public val text: String? = null,
    public val numbers: List<StatisticsData> = emptyList(),
    public val exclusive: List<Double?>? = null,
    public val percentiles: Map<Double, Double> = emptyMap(),
    public val histogram: List<BucketData> = emptyList(),
    public val threads: List<Int> = emptyList(),
    public val isConcurrent: Boolean = false,
    public val start: Long? = null,
    public val place: Long? = null,
    public val instrumentation: Double = 0.0,
)

/**
 * Statistics of one number of a region's laps.
 *
 * @property sum the number of all laps together: most often their sum
 */
@Serializable
public class StatisticsData(
    public val sum: Double? = null,
    public val mean: Double? = null,
    public val min: Double? = null,
    public val max: Double? = null,
    public val standardDeviation: Double? = null,
)

/**
 * How many laps lie between two values.
 *
 * @property from the smallest of them
 * @property to the largest
 */
@Serializable
public class BucketData(public val from: Double, public val to: Double, public val count: Long)

/**
 * A stream of a GPU.
 *
 * @property name of the track
 * @property activities what it did, in the order of time
 */
@Serializable
public class TrackData(public val name: String, public val activities: List<ActivityData> = emptyList())

/**
 * Something a GPU did.
 *
 * @property start in nanoseconds after measuring began
 * @property nanoseconds how long it took
 */
@Serializable
public class ActivityData(public val name: String, public val start: Long, public val nanoseconds: Long)

/**
 * What was read of the process at intervals.
 *
 * @property columns the numbers; their names are those of components
 * @property rows one for each interval: when it ended, in nanoseconds after measuring began; how many nanoseconds of it were observed; how
 * often the process was looked at; and for each column the value, the smallest and the largest that was read. The value is the mean, or
 * what was added in the interval where [NumberData.isAdditive]
 */
@Serializable
public class OverTimeData(public val columns: List<NumberData>, public val rows: List<List<Double?>> = emptyList())
