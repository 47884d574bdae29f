package timemory

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmStatic
import timemory.internal.platform.Lock
import timemory.internal.platform.Weak
import timemory.internal.platform.extensionsOf
import timemory.internal.platform.hold

/**
 * The components that can be selected by id: in the configuration, with [bundleOf], on the command line. The library's own components are
 * registered from the start.
 *
 * ### Thread-safety
 * May be used from any number of threads at once.
 */
public object Components {
    private val adding = Lock()

    /** Looked up only for a name that is not built in: finding them takes time that would delay the start of a program. */
    private val provided: List<ComponentType<*>> by lazy { providers.flatMap { it.components() } }

    private val providers: List<ComponentProvider> by lazy { extensionsOf<ComponentProvider>() }

    /** Components of timemory's own modules. */
    private val own: Set<ComponentType<*>> by lazy {
        providers.filterIsInstance<OwnComponentProvider>().flatMapTo(HashSet()) { it.components() }
    }

    /** Registered components that are loaded as long as the library is. */
    @Volatile
    private var lasting: List<ComponentType<*>> = emptyList()

    /** Components of programs that can be undeployed while the library stays loaded, latest first. */
    @Volatile
    private var passing: List<Passing> = emptyList()

    private class Passing(val className: String, val type: Weak<ComponentType<*>>)

    private val registered: List<ComponentType<*>> get() =
        if (passing.isEmpty()) lasting else lasting + passing.mapNotNull { it.type.target() }

    /** All registered components, in the order of listings. */
    @JvmStatic
    public val all: List<ComponentType<*>> get() = BUILT_IN + provided + registered

    /** Returns the component with id or alias [name], ignoring case and the prefix `TIMEMORY_`; `null` if there is none. */
    @JvmStatic
    public fun find(name: String): ComponentType<*>? {
        val wanted = name.lowercase().removePrefix("timemory_")
        // Most programs use only built-in ones, and need not wait until all are loaded.
        if (wanted == WallClock.id) return WallClock
        return named(wanted, BUILT_IN) ?: named(wanted, registered) ?: named(wanted, provided)
    }

    private fun named(wanted: String, types: List<ComponentType<*>>): ComponentType<*>? =
        types.firstOrNull { it.id == wanted || wanted in it.aliases }

    /**
     * Registers a custom component by its id and aliases. Registration does not prevent its class from being unloaded, as in an application
     * server.
     *
     * @throws IllegalArgumentException if one of them is taken by another component, or is a reserved word of component lists, such as
     * `none`
     */
    @JvmStatic
    public fun register(type: ComponentType<*>) {
        // Before taking the lock: it runs code of the component, and loads those of the platform.
        val key = keyOf(type.create())
        val stays = staysLoaded(key)
        val className = nameOf(key)
        val names = type.aliases + type.id
        if (type in all) return
        for (name in names) {
            require(!isReserved(name)) { "component name '$name' of ${type.description} means something else in lists of components" }
        }
        val kept = if (stays) null else keptByClass(key, type)
        provided
        adding.hold {
            if (type in all) return
            for (name in names) {
                val known = find(name)
                require(known == null || isEarlierOne(known, className)) {
                    "component name '$name' of ${type.description} is taken by ${known?.id}: ${known?.description}"
                }
            }
            if (kept == null) {
                lasting = lasting + type
            } else {
                passing = arrayListOf(Passing(className, kept)) + passing.filter { it.type.target() != null }
            }
        }
    }

    /**
     * Whether [known] belongs to an earlier deployment of the same program, which may not have been collected yet. The latest one takes
     * precedence.
     */
    private fun isEarlierOne(known: ComponentType<*>, className: String): Boolean =
        passing.any { it.className == className && it.type.target() === known }

    /** Whether [type] is one of the library's components that are available on both targets. */
    internal fun isBuiltIn(type: ComponentType<*>): Boolean = type in BUILT_IN || type in own
}

/** In a list of components: measure nothing. */
internal const val NONE: String = "none"

/** In a list of components: continue with the next list. */
internal const val FALLTHROUGH: String = "fallthrough"

/** Whether [name] is reserved in component lists: names that end like `user_trace_bundle` are user bundles. */
private fun isReserved(name: String): Boolean = name == NONE || name == FALLTHROUGH || name.endsWith("_bundle")

private val BUILT_IN: List<ComponentType<*>> = listOf(
    WallClock, SystemClock, UserClock, CpuClock, CpuUtil, MonotonicClock, MonotonicRawClock, ProcessCpuClock, ProcessCpuUtil,
    ThreadCpuClock, ThreadCpuUtil, UserModeTime, KernelModeTime, ThreadUserModeTime, ThreadKernelModeTime, Timestamp,
    PeakRss, CurrentPeakRss, PageRss, VirtualMemory,
    NumMinorPageFaults, NumMajorPageFaults, NumIoIn, NumIoOut, VoluntaryContextSwitch, PriorityContextSwitch,
    ThreadNumMinorPageFaults, ThreadNumMajorPageFaults, ThreadNumIoIn, ThreadNumIoOut,
    ThreadVoluntaryContextSwitch, ThreadPriorityContextSwitch,
    ReadChar, ReadBytes, WrittenChar, WrittenBytes, ThreadReadChar, ThreadReadBytes, ThreadWrittenChar, ThreadWrittenBytes,
    NetworkStats, CgroupCpuTime, CgroupThrottledTime, CgroupMemory, EnergyUsage,
    TripCount, DataTrackerInteger, DataTrackerUnsigned, DataTrackerFloating,
    ActiveTime, SuspendedTime, Suspensions, ThreadChanges,
)
