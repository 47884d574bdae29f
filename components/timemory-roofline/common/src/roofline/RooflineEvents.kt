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
 * The events of the processor that the roofline model is made of.
 *
 * They differ from maker to maker, and a processor has only a few counters, so a run counts one side of the picture: floating-point
 * operations (mode `op`) or lines of the caches (mode `ai`). There are several lists of events for each; the first of which all can be
 * counted is taken. `ROOFLINE_EVENTS_CPU` has another list in place of them.
 */

/**
 * An event, and what one of it means.
 *
 * @property name as `timemory avail -H` has it
 * @property weight how many operations, instructions or bytes one is
 * @property element which number of [RooflineElements] it adds to
 */
internal class RooflineEvent(val name: String, val weight: Double, val element: Int)

/** What is counted for one component, or the reason why nothing is. */
internal class RooflineChoice(val source: CounterSource?, private val events: List<RooflineEvent>, val reason: String?) {
    private val counted = BooleanArray(RooflineElements.SIZE).also { for (event in events) it[event.element] = true }

    /** Puts the counts of the last lap of [counters] in the place of what the program said of the same numbers. */
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

    /** Lists of events by mode and precisions, in place of the processor's; for tests. */
    @Volatile
    internal var listsOfTest: ((String, Set<Precision>) -> List<Pair<CounterKind, List<RooflineEvent>>>)? = null
        set(value) {
            field = value
            choices = emptyMap()
        }

    init {
        SessionHooks.onBegin(::configure)
    }

    /** A session with [settings] begins. */
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

    /** What a component with operations of [precisions] counts. Two threads that ask at once may both try. */
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

    /** A list in which every event can be counted; the reason of the first that has none where there is no such list. */
    private fun firstOf(lists: List<Pair<CounterKind, List<RooflineEvent>>>): RooflineChoice {
        var reason: String? = null
        for ((kind, events) in lists) {
            val source = CounterSource.of(kind, events.map { it.name })
            val refusal = source.unavailable ?: return RooflineChoice(source, events, null)
            reason = reason ?: refusal
        }
        return RooflineChoice(
            null, emptyList(),
            reason ?: "no events are known for this processor: name some by TIMEMORY_ROOFLINE_EVENTS_CPU",
        )
    }

    /** `r01c7*1,r10c7*4`: what one event is stands after the star, 1 operation or 64 bytes without. */
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

    /** Only of what the user asked for by name: that others cannot be counted is the usual case in virtual machines. */
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
                // FP_ARITH_INST_RETIRED: a unit mask for each width and precision, and a fused multiply-add counts twice.
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
                // Retired SSE and AVX operations of all kinds, each lane counted, a multiply-accumulate twice; both precisions together.
                "AuthenticAMD" -> if (single && double) add(PerfCounters to listOf(operation("r0f03")))
            }
        }
    }

    /** A line that a cache misses comes from the level below it. */
    private fun trafficEvents(): List<Pair<CounterKind, List<RooflineEvent>>> {
        fun lines(name: String, level: MemoryLevel) = RooflineEvent(name, LINE, RooflineElements.of(level))
        val first = lines("L1-dcache-load-misses", MemoryLevel.L2)
        return listOf(
            PerfCounters to listOf(first, lines("LLC-load-misses", MemoryLevel.DRAM), lines("LLC-store-misses", MemoryLevel.DRAM)),
            PerfCounters to listOf(first, lines("LLC-load-misses", MemoryLevel.DRAM)),
            // On processors of AMD the kernel's cache-misses are those of the second cache; the third belongs to no core.
            PerfCounters to listOf(first, lines("cache-misses", if (vendor == "AuthenticAMD") MemoryLevel.L3 else MemoryLevel.DRAM)),
        )
    }

    private val vendor: String by lazy {
        val text = try {
            readText("/proc/cpuinfo")
        } catch (_: Exception) {
            // Without it no maker is known, and no events of one are tried.
            ""
        }
        text.lineSequence().firstOrNull { it.startsWith("vendor_id") }?.substringAfter(':')?.trim().orEmpty()
    }

    private val DRAM = RooflineElements.of(MemoryLevel.DRAM)
    private const val LINE = 64.0
    const val MODE_AI = "ai"
}
