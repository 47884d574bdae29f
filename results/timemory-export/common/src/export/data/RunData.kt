package timemory.export.data

import kotlin.jvm.JvmStatic
import kotlinx.serialization.EncodeDefault
import kotlinx.serialization.ExperimentalSerializationApi
import kotlinx.serialization.Serializable

/**
 * The results of a run in a form that kotlinx.serialization can write and read, for other programs to send, store or compare.
 *
 * Call graphs are lists in which each region has its depth, so no format has to nest as deeply as programs do. Numbers are in raw units:
 * nanoseconds, bytes, one ([NumberData.units]). Unknown numbers are `null`. Missing keys have their defaults and unknown keys are ignored
 * ([fromJson]), so data of other versions can be read.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property version of this layout: [VERSION]
 * @property processId the process ID; 0 if unknown
 * @property threadCount how many threads recorded anything
 * @property processCount how many processes the results come from
 * @property problems problems while measuring, as sentences
 * @property metadata the process and its settings, if a file has them
 * @property components one for each component that recorded anything
 * @property timelines GPU activity, one track per stream
 * @property overTime process metrics sampled at intervals; `null` if there were none
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
    /** Returns this data as a single line of JSON. */
    public fun toJson(): String = runJson.encodeToString(serializer(), this)

    public companion object {
        /** The layout version that this library writes. It reads all versions up to this one. */
        public const val VERSION: Int = 1

        /**
         * Reads JSON that [toJson] wrote, here or in another version.
         *
         * @throws UnreadableResultsException if [json] is something else, or of a later version
         */
        @JvmStatic
        public fun fromJson(json: String): RunData = runDataOf(json)
    }
}

/**
 * The process and its settings.
 *
 * @property info facts about the process and the machine by name, such as `HOSTNAME`
 * @property environment environment variables, if they were written
 * @property commandLine the program and its arguments, if they were written
 * @property settings by the names of their environment variables, such as `TIMEMORY_OUTPUT_PATH`
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
 * @property isSet whether it was set explicitly
 */
@Serializable
public class SettingData(public val value: String, public val isSet: Boolean = false)

/**
 * The results of one component.
 *
 * @property id the component ID: `wall_clock`
 * @property label the short name: `wall`
 * @property description one sentence
 * @property binding what values belong to: `THREAD`, `WALL`, ...
 * @property numbers the numbers of one value; empty if values are text
 * @property threadsApart whether regions of different threads were kept separate
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
 * @property name empty if it is the only one
 * @property quantity the kind of number: `time`
 * @property units from the smallest, which the data is in, to the largest
 * @property unitSuffix the suffix of its units: `/sec`
 * @property isAdditive whether the number of several laps is their sum
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
 * @property size the unit as a multiple of the smallest one
 */
@Serializable
public class UnitData(public val symbol: String, public val size: Double = 1.0)

/**
 * A region: a node of the call graph.
 *
 * @property label as given when measuring
 * @property depth how many regions are above it; it belongs to the last region before it that is less deep
 * @property laps how often it was measured; `null` if unknown
 * @property openLaps how many of the laps were still open
 * @property exactSum the sum if it is known as an integer
 * @property text the value if it is text
 * @property numbers lap statistics, one for each number of the component
 * @property exclusive sums without the regions inside, one for each number; `null` if they follow from those
 * @property percentiles percentiles of the laps by percent, such as 50.0
 * @property histogram the distribution of the laps
 * @property threads numbers of the threads that entered the region
 * @property isConcurrent whether it ran concurrently with its parent region rather than within the parent's time
 * @property begin when the lap started, in nanoseconds after measuring started, for a timeline lap; `null` otherwise
 * @property place an ID that the region has in all components; `null` if unknown
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
 * Statistics of one number over a region's laps.
 *
 * @property sum the number of all laps together: usually their sum
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
 * A histogram bucket: the number of laps between two values.
 *
 * @property from the smallest value
 * @property to the largest value
 */
@Serializable
public class BucketData(public val from: Double, public val to: Double, public val count: Long)

/**
 * A GPU stream.
 *
 * @property name of the track
 * @property activities its activities in time order
 */
@Serializable
public class TrackData(public val name: String, public val activities: List<ActivityData> = emptyList())

/**
 * A GPU activity.
 *
 * @property start in nanoseconds after measuring started
 * @property nanoseconds the duration
 */
@Serializable
public class ActivityData(public val name: String, public val start: Long, public val nanoseconds: Long)

/**
 * Values of the process read at intervals.
 *
 * @property columns the numbers; their names are those of components
 * @property rows one per interval: its end in nanoseconds after measuring started, how many nanoseconds of it were observed, the number of
 * samples, and for each column the value, the smallest and the largest sample. The value is the mean, or the increase during the interval
 * if [NumberData.isAdditive]
 */
@Serializable
public class OverTimeData(public val columns: List<NumberData>, public val rows: List<List<Double?>> = emptyList())
