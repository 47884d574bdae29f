package timemory

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmStatic

/**
 * The components that can be named by their ids: in configuration, by [bundleOf], on the command line. Those that come with the library
 * are there from the start.
 *
 * ### Thread-safety
 * May be used from any number of threads at once.
 */
public object Components {
    private val adding = Lock()

    /** Looked for only when a name is asked for that is not built in: finding them takes time that the begin of a program should not. */
    private val platform: List<ComponentType<*>> by lazy { platformComponents() }

    @Volatile
    private var registered: List<ComponentType<*>> = emptyList()

    /** All that are known, in the order in which they are listed. */
    @JvmStatic
    public val all: List<ComponentType<*>> get() = BUILT_IN + platform + registered

    /** The component with id or alias [name], in any case of letters, also with `TIMEMORY_` before it; `null` where there is none. */
    @JvmStatic
    public fun find(name: String): ComponentType<*>? {
        val wanted = name.lowercase().removePrefix("timemory_")
        // Most programs name no other, and need not wait until all are loaded.
        if (wanted == WallClock.id) return WallClock
        return named(wanted, BUILT_IN) ?: named(wanted, registered) ?: named(wanted, platform)
    }

    private fun named(wanted: String, types: List<ComponentType<*>>): ComponentType<*>? =
        types.firstOrNull { it.id == wanted || wanted in it.aliases }

    /**
     * Makes a component of one's own known by its id and aliases.
     *
     * @throws IllegalArgumentException if one of them is taken by another component
     */
    @JvmStatic
    public fun register(type: ComponentType<*>): Unit = adding.hold {
        if (type in all) return
        for (name in type.aliases + type.id) {
            val known = find(name)
            require(known == null) { "component name '$name' of ${type.description} is taken by ${known?.id}: ${known?.description}" }
        }
        registered = registered + type
    }

    /** As [find], or an error that names the nearest. */
    internal fun get(name: String): ComponentType<*> = requireNotNull(find(name)) {
        val names = all.flatMap { it.aliases + it.id } + LISTED_USER_BUNDLES.keys.map(::userBundleId)
        "there is no component '${shorten(name)}'; the nearest is '${names.minBy { distance(name.lowercase(), it) }}' " +
            "(`timemory avail` lists them all)"
    }

    /** The components that [text] names, separated by commas, semicolons or spaces; of user bundles those that are not named otherwise. */
    internal fun listOf(text: String): List<ComponentType<*>> {
        val words = wordsOf(text)
        val named = words.filter { userBundleLabel(it) == null }.map(::get)
        return named + words.mapNotNull(::userBundleLabel).flatMap { userBundle(it).types }.distinct().minus(named.toSet())
    }
}

private val BUILT_IN: List<ComponentType<*>> = listOf(
    WallClock, SystemClock, UserClock, CpuClock, CpuUtil, MonotonicClock, MonotonicRawClock, ProcessCpuClock, ProcessCpuUtil,
    ThreadCpuClock, ThreadCpuUtil, UserModeTime, KernelModeTime, ThreadUserModeTime, ThreadKernelModeTime, Timestamp,
    PeakRss, CurrentPeakRss, PageRss, VirtualMemory,
    NumMinorPageFaults, NumMajorPageFaults, NumIoIn, NumIoOut, VoluntaryContextSwitch, PriorityContextSwitch,
    ThreadNumMinorPageFaults, ThreadNumMajorPageFaults, ThreadNumIoIn, ThreadNumIoOut,
    ThreadVoluntaryContextSwitch, ThreadPriorityContextSwitch,
    ReadChar, ReadBytes, WrittenChar, WrittenBytes, ThreadReadChar, ThreadReadBytes, ThreadWrittenChar, ThreadWrittenBytes,
    NetworkStats, CgroupCpuTime, CgroupThrottledTime, CgroupMemory, EnergyUsage,
    PerfEvents, PapiVector, PapiArray,
    CpuRooflineFlops, CpuRooflineSpFlops, CpuRooflineDpFlops,
    CuptiCounters, CuptiProfiler, GpuRooflineFlops, GpuRooflineHpFlops, GpuRooflineSpFlops, GpuRooflineDpFlops,
    CudaEvent, CuptiActivity, CuptiPcsampling, NvtxMarker, CudaProfiler, GpuMemory,
    TripCount, DataTrackerInteger, DataTrackerUnsigned, DataTrackerFloating,
    ActiveTime, SuspendedTime, Suspensions, ThreadChanges,
)
