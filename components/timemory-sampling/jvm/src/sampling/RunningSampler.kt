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
 * What samples the process, by one engine.
 *
 * @param all what the engine adds samples to
 * @param against why it is not by another engine, which would have been preferred
 * @param inWholeProgram of which kinds all regions have samples, and what is outside of them, and not only those with their component
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

    /** What is sampled now. */
    @Volatile
    private var kinds: List<SampleKind> = emptyList()

    private var hasEnded = false

    /** For threads that measured before the engine started. */
    val arming: PositionWatch = Arming(engine)

    /**
     * Has the engine, whose own start takes some time, sample those of [wanted] that it can; the others are reported.
     *
     * @throws IllegalStateException where it can sample none of them
     */
    fun start(wanted: List<SampleKind>) {
        val possible = wanted.filter { engine.whyNot(it) == null }
        check(possible.isNotEmpty()) { wanted.joinToString("; ") { engine.whyNot(it)!! } }
        engine.start(possible.toSet())
        cpuTimeAtStart = processCpuTime()
        kinds = possible
        reportOthers(wanted)
    }

    /** As [start], of an engine that runs: [wanted] has what it samples already. */
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
        // What watches the thread goes on doing so.
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

    /** Reads what was sampled so far; at the end of the session the engine stops. */
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
        val more = if (engine is FlightRecorderEngine) ": -XX:FlightRecorderOptions:stackdepth=2048 has it look at more" else ""
        return "$cut samples had stacks deeper than the ${engine.depth()} functions that ${engine.name()} looks at, and what is between " +
            "them and their region is shown as ~$DEEPER$more"
    }

    /** An engine whose signals another profiler takes says nothing of it. */
    private fun reportSilence(samples: Samples) {
        if (SampleKind.CPU !in kinds) return
        val expected = cpuTime / engine.period(SampleKind.CPU)
        if (samples[SampleKind.CPU].size > 0L || expected < MIN_EXPECTED) return
        activeProblems().report("samples.none") {
            "${engine.name()} took no samples, where about $expected were to come: most likely another profiler has the signal SIGPROF"
        }
    }

    override fun addTo(collector: Collector) {
        val samples = samples ?: return
        for (kind in kinds) samples[kind].addTo(collector, settings.samplingFrames, withOutside = kind in inWholeProgram)
    }

    /** For the metadata. */
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

    /** Of several kinds, with their names. */
    private fun ofEach(kinds: List<SampleKind>, fact: (SampleKind) -> String): String =
        if (this.kinds.size == 1) kinds.joinToString { fact(it) } else kinds.joinToString { "${it.id} ${fact(it)}" }

    private companion object {
        const val MIN_EXPECTED = 20L
    }
}

/** By the kernel's ticks of 10 ms: the management bean that has it to the nanosecond takes 50 ms to load. */
private fun processCpuTime(): Long = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos()
