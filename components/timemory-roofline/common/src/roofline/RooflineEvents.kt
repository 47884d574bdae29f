package timemory.roofline

import kotlin.concurrent.Volatile
import timemory.counters.CounterKind
import timemory.counters.CounterSettings
import timemory.counters.CounterSource
import timemory.counters.CountersComponent
import timemory.counters.PapiCounters
import timemory.counters.PerfCounters
import timemory.internal.callgraph.Availability
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.Ffi
import timemory.internal.platform.readText
import timemory.internal.problems.activeProblems
import timemory.internal.text.eventsOf
import timemory.internal.text.shorten
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/*
 * The hardware events for the roofline model.
 *
 * They depend on the manufacturer, and a processor has only a few counters, so a run counts one side of the model: floating-point
 * operations (mode `op`) or cache lines (mode `ai`). There are several lists of events for each; the first list whose events can all be
 * counted is used. `ROOFLINE_EVENTS_CPU` replaces them.
 */

/**
 * An event, and its contribution.
 *
 * @property name as listed by `timemory avail -H`
 * @property weight how many operations, instructions or bytes it stands for
 * @property element the number of [RooflineElements] that it adds to
 */
internal class RooflineEvent(val name: String, val weight: Double, val element: Int)

/** What is counted for one component, or the reason why nothing is. */
internal class RooflineChoice(val source: CounterSource?, private val events: List<RooflineEvent>, val reason: String?) {
    private val counted = BooleanArray(RooflineElements.SIZE).also { for (event in events) it[event.element] = true }

    /** Replaces the numbers that the program reported by the counts of the last lap of [counters]. */
    fun addTo(lap: DoubleArray, counters: CountersComponent) {
        for (i in lap.indices) if (counted[i]) lap[i] = 0.0
        for ((i, event) in events.withIndex()) lap[event.element] += event.weight * counters.last(i)
    }
}

/** The settings of roofline components, and what follows from them. */
internal object RooflineEvents {
    private data class Request(val mode: String, val events: String, val typeLabels: Boolean, val countsInstructions: Boolean)

    @Volatile
    private var request: Request? = null

    @Volatile
    private var choices: Map<Set<Precision>, RooflineChoice> = emptyMap()

    /** For tests: event lists by mode and precisions, instead of the processor's. */
    @Volatile
    internal var listsOfTest: ((String, Set<Precision>) -> List<Pair<CounterKind, List<RooflineEvent>>>)? = null
        set(value) {
            field = value
            choices = emptyMap()
        }

    init {
        SessionHooks.onBegin(::configure)
    }

    /** Called when a session with [settings] starts. */
    private fun configure(settings: Settings) {
        val before = request
        request = requestBy(settings)
        if (before == request) return
        choices = emptyMap()
        Availability.changed()
    }

    private fun requestBy(settings: Settings) = Request(
        settings.rooflineModeCpu.ifEmpty { settings.rooflineMode },
        settings.rooflineEventsCpu,
        settings.rooflineTypeLabels || settings.rooflineTypeLabelsCpu,
        settings.instructionRoofline,
    )

    private fun request(): Request = request ?: requestBy(Settings.load(SettingsBuilder())).also { request = it }

    /** Returns what a component with operations of [precisions] counts. Not locked: two threads at once may both try the events. */
    fun choice(precisions: Set<Precision>): RooflineChoice =
        choices[precisions] ?: choose(request(), precisions).also { choices = choices + (precisions to it) }

    fun labelOf(name: String, precisions: Set<Precision>): String {
        val request = request()
        val types = precisions.joinToString("_") { if (it == Precision.SINGLE) "float" else "double" }
        return (if (request.typeLabels) "cpu_roofline_$types" else name) + "_" + request.mode
    }

    private fun choose(request: Request, precisions: Set<Precision>): RooflineChoice {
        val instructions =
            if (request.countsInstructions) listOf(RooflineEvent("instructions", 1.0, RooflineElements.INSTRUCTIONS)) else emptyList()
        if (request.events.isNotEmpty()) return chosenByUser(request, instructions)
        listsOfTest?.let { return firstOf(it(request.mode, precisions)) }
        Ffi.unavailable?.let { return RooflineChoice(null, emptyList(), it) }
        val lists = if (request.mode == MODE_AI) trafficEvents() else operationEvents(precisions)
        return firstOf(lists.map { (kind, events) -> kind to if (kind is PapiCounters) events else events + instructions })
    }

    /** Returns the first list in which every event can be counted, or the first reason if there is none. */
    private fun firstOf(lists: List<Pair<CounterKind, List<RooflineEvent>>>): RooflineChoice {
        var reason: String? = null
        for ((kind, events) in lists) {
            val source = CounterSource.of(kind, events.map { it.name })
            val refusal = source.unavailable ?: return RooflineChoice(source, events, null)
            reason = reason ?: refusal
        }
        return RooflineChoice(
            null, emptyList(),
            reason ?: "no events are known for this processor: set TIMEMORY_ROOFLINE_EVENTS_CPU",
        )
    }

    /** Parses `r01c7*1,r10c7*4`: the number after the asterisk is an event's weight; the default is 1 operation or 64 bytes. */
    private fun chosenByUser(request: Request, instructions: List<RooflineEvent>): RooflineChoice {
        val isTraffic = request.mode == MODE_AI
        val events = eventsOf(request.events).map { word ->
            val star = word.lastIndexOf('*')
            val weight = if (star < 0) (if (isTraffic) LINE else 1.0) else word.substring(star + 1).toDoubleOrNull()
            if (weight == null || !(weight > 0.0)) {
                return RooflineChoice(
                    null, emptyList(),
                    "TIMEMORY_ROOFLINE_EVENTS_CPU: '${shorten(word)}' must end with a number above 0 after the star",
                )
                    .also { tell(it) }
            }
            RooflineEvent(if (star < 0) word else word.substring(0, star), weight, if (isTraffic) DRAM else RooflineElements.FLOPS)
        }
        val isOfPapi = events.all { it.name.startsWith("PAPI_", ignoreCase = true) }
        Ffi.unavailable?.let { reason -> return RooflineChoice(null, emptyList(), reason).also { tell(it) } }
        val kind = if (isOfPapi) PapiCounters(CounterSettings.papiOptions) else PerfCounters
        return firstOf(listOf(kind to if (isOfPapi) events else events + instructions)).also { tell(it) }
    }

    /** Only reports events that the user named: for the others, being unavailable is the usual case in virtual machines. */
    private fun tell(choice: RooflineChoice) {
        choice.reason?.let { reason -> activeProblems().report("roofline events") { "roofline components count no events: $reason" } }
    }

    private fun operationEvents(precisions: Set<Precision>): List<Pair<CounterKind, List<RooflineEvent>>> {
        val single = Precision.SINGLE in precisions
        val double = Precision.DOUBLE in precisions
        fun operation(name: String, weight: Double = 1.0) = RooflineEvent(name, weight, RooflineElements.FLOPS)
        return buildList {
            val presets = listOfNotNull(operation("PAPI_SP_OPS").takeIf { single }, operation("PAPI_DP_OPS").takeIf { double })
            add(PapiCounters(CounterSettings.papiOptions) to presets)
            when (vendor) {
                // FP_ARITH_INST_RETIRED: a unit mask for each width and precision; a fused multiply-add counts twice.
                "GenuineIntel" -> add(
                    PerfCounters to buildList {
                        if (double) {
                            addAll(listOf(operation("r01c7"), operation("r04c7", 2.0), operation("r10c7", 4.0), operation("r40c7", 8.0)))
                        }
                        if (single) {
                            addAll(listOf(operation("r02c7"), operation("r08c7", 4.0), operation("r20c7", 8.0), operation("r80c7", 16.0)))
                        }
                    },
                )
                // Retired SSE and AVX operations of all kinds, counted per lane, a multiply-accumulate twice; both precisions together.
                "AuthenticAMD" -> if (single && double) add(PerfCounters to listOf(operation("r0f03")))
            }
        }
    }

    /** Returns the events for traffic: a line that misses in a cache comes from the level below it. */
    private fun trafficEvents(): List<Pair<CounterKind, List<RooflineEvent>>> {
        fun lines(name: String, level: MemoryLevel) = RooflineEvent(name, LINE, RooflineElements.of(level))
        val first = lines("L1-dcache-load-misses", MemoryLevel.L2)
        return listOf(
            PerfCounters to listOf(first, lines("LLC-load-misses", MemoryLevel.DRAM), lines("LLC-store-misses", MemoryLevel.DRAM)),
            PerfCounters to listOf(first, lines("LLC-load-misses", MemoryLevel.DRAM)),
            // On AMD processors the kernel's cache-misses are those of L2; L3 does not belong to a core.
            PerfCounters to listOf(first, lines("cache-misses", if (vendor == "AuthenticAMD") MemoryLevel.L3 else MemoryLevel.DRAM)),
        )
    }

    private val vendor: String by lazy {
        val text = try {
            readText("/proc/cpuinfo")
        } catch (_: Exception) {
            // Without it the manufacturer is unknown, and no manufacturer's events are tried.
            ""
        }
        text.lineSequence().firstOrNull { it.startsWith("vendor_id") }?.substringAfter(':')?.trim().orEmpty()
    }

    private val DRAM = RooflineElements.of(MemoryLevel.DRAM)
    private const val LINE = 64.0
    const val MODE_AI = "ai"
}
