package timemory.sampling

import java.time.Duration
import kotlin.concurrent.Volatile
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Collector
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.Sampler
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph
import timemory.internal.problems.activeProblems
import timemory.settings.Settings

/**
 * Samples the process with one engine.
 *
 * @param all receives the engine's samples
 * @param against why a preferred engine is not used
 * @param inWholeProgram the kinds for which all regions, and work outside them, have samples, instead of only regions with their component
 */
internal class RunningSampler(
    private val engine: SampleEngine,
    private val all: SamplesByPart,
    private val against: List<String>,
    private val settings: Settings,
    private val inWholeProgram: List<SampleKind>,
) : Sampler {
    private var cpuTimeAtStart = 0L
    private var cpuTime = 0L

    @Volatile
    private var samples: Samples? = null

    /** The kinds being sampled. */
    @Volatile
    private var kinds: List<SampleKind> = emptyList()

    private var hasEnded = false

    /** For threads that measured before the engine started. */
    val arming: PositionWatch = Arming(engine)

    /**
     * Starts sampling those of [wanted] that the engine supports, which takes some time; the others are reported.
     *
     * @throws IllegalStateException if it supports none of them
     */
    fun start(wanted: List<SampleKind>) {
        val possible = wanted.filter { engine.whyNot(it) == null }
        check(possible.isNotEmpty()) { wanted.joinToString("; ") { engine.whyNot(it)!! } }
        engine.start(possible.toSet())
        cpuTimeAtStart = processCpuTime()
        kinds = possible
        reportOthers(wanted)
    }

    /** Extends a running engine: [wanted] includes the kinds that it already samples. */
    fun extend(wanted: List<SampleKind>) {
        val possible = wanted.filter { engine.whyNot(it) == null }
        if (possible != kinds) {
            try {
                engine.extend(possible.toSet())
                kinds = possible
            } catch (failure: Exception) {
                val further = (possible - kinds.toSet()).joinToString { it.type.id }
                activeProblems().report("samples.extend") { "no $further: ${failure.message ?: failure}" }
            }
        }
        reportOthers(wanted)
    }

    private fun reportOthers(wanted: List<SampleKind>) {
        for (kind in wanted) {
            val reason = engine.whyNot(kind) ?: continue
            activeProblems().report("samples.${kind.id}") { "no ${kind.type.id}: $reason" }
        }
    }

    override fun begins(graph: ThreadGraph) {
        if (!graph.session.isPart) return engine.watch(graph)
        if (!all.isOpen(graph.session.paths.root)) return
        // The thread's other watches stay in place.
        val before = currentGraph ?: return
        if (before.sampledBy === arming) engine.watch(before)
        graph.sampledBy = before.sampledBy
    }

    override fun opensPart(root: CallPath): Unit = all.opens(root)

    override fun refresh(): Long {
        val late = engine.lateness()
        if (late == 0L) collect(isEnd = false)
        return late
    }

    override fun takePart(root: CallPath, collector: Collector) {
        val part = all.take(root) ?: return
        for (kind in kinds) part[kind].addTo(collector, settings.samplingFrames, withOutside = false)
    }

    /** Reads the samples so far; at the end of the session the engine stops. */
    @Synchronized
    fun collect(isEnd: Boolean) {
        if (hasEnded) return
        hasEnded = isEnd
        cpuTime = processCpuTime() - cpuTimeAtStart
        try {
            val samples = engine.collect(isEnd)
            this.samples = samples
            if (isEnd) reportWhatFellShort(samples)
        } catch (failure: Exception) {
            activeProblems().report("samples.read") { "samples of ${engine.name()} could not be read: $failure" }
        }
    }

    private fun reportWhatFellShort(samples: Samples) {
        val cut = kinds.sumOf { samples[it].cut }
        if (cut > 0L) activeProblems().report("samples.depth") { depthSentence(cut) }
        engine.shortfall()?.let { activeProblems().report("samples.shortfall", it) }
        reportSilence(samples)
    }

    private fun depthSentence(cut: Long): String {
        val more = if (engine is FlightRecorderEngine) ": -XX:FlightRecorderOptions:stackdepth=2048 raises that" else ""
        return "$cut samples had stacks deeper than the ${engine.depth()} functions that ${engine.name()} records; the functions between " +
            "these and their region are shown as ~$DEEPER$more"
    }

    /** Detects an engine whose signals another profiler takes, which happens silently. */
    private fun reportSilence(samples: Samples) {
        if (SampleKind.CPU !in kinds) return
        val expected = cpuTime / engine.period(SampleKind.CPU)
        if (samples[SampleKind.CPU].size > 0L || expected < MIN_EXPECTED) return
        activeProblems().report("samples.none") {
            "${engine.name()} took no samples, although about $expected were expected: another profiler probably uses the signal SIGPROF"
        }
    }

    override fun addTo(collector: Collector) {
        val samples = samples ?: return
        for (kind in kinds) samples[kind].addTo(collector, settings.samplingFrames, withOutside = kind in inWholeProgram)
    }

    /** Returns facts for the metadata. */
    fun facts(): Map<String, String> {
        val facts = LinkedHashMap<String, String>()
        facts["SAMPLING_ENGINE"] = engine.name() + if (against.isEmpty()) "" else " (${against.joinToString("; ")})"
        facts["SAMPLING_PERIOD"] = ofEach(kinds.filter { engine.period(it) > 0L }) { kind ->
            if (kind == SampleKind.ALLOC) "${engine.period(kind)} bytes" else "${engine.period(kind) / 1000} us"
        }
        val samples = samples ?: return facts
        facts["SAMPLES"] = ofEach(kinds) { samples[it].size.toString() }
        facts["SAMPLES_OUTSIDE_OF_REGIONS"] = ofEach(kinds) { samples[it].outside.toString() }
        facts["SAMPLES_LOST"] = engine.lost().toString()
        if (SampleKind.CPU in kinds) {
            val sampled = samples[SampleKind.CPU].weight / 1_000_000
            facts["SAMPLED_CPU_TIME"] = "$sampled ms, of ${cpuTime / 1_000_000} ms that the process took"
        }
        return facts
    }

    /** The fact for each kind; with several kinds, preceded by their names. */
    private fun ofEach(kinds: List<SampleKind>, fact: (SampleKind) -> String): String =
        if (this.kinds.size == 1) kinds.joinToString { fact(it) } else kinds.joinToString { "${it.id} ${fact(it)}" }

    private companion object {
        const val MIN_EXPECTED = 20L
    }
}

/** In the kernel's ticks of 10 ms: the management bean with nanosecond precision takes 50 ms to load. */
private fun processCpuTime(): Long = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos()
