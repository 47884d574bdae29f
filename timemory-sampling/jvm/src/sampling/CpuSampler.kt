package timemory.sampling

import java.time.Duration
import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Collector
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.Sampler
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.problems.activeProblems
import timemory.settings.Settings

/**
 * What samples the CPU time of the process, by one engine.
 *
 * @param against why it is not by another engine, which would have been preferred
 * @param isWholeProgram whether all regions have samples, and what is outside of them, or only those with [CpuSamples]
 */
internal class CpuSampler(
    private val engine: SampleEngine,
    private val against: List<String>,
    private val settings: Settings,
    private val isWholeProgram: Boolean,
) : Sampler {
    private var cpuTimeAtStart = 0L
    private var cpuTime = 0L

    @Volatile
    private var stacks: SampledStacks? = null

    /** For threads that measured before the engine started. */
    val arming: PositionWatch = Arming(engine)

    /** The engine, whose own start takes some time, is at work from now on. */
    fun started() {
        cpuTimeAtStart = processCpuTime()
    }

    override fun begins(graph: ThreadGraph): Unit = engine.watch(graph)

    /** Reads what was sampled so far; at the end of the session the engine stops. */
    fun collect(isEnd: Boolean) {
        cpuTime = processCpuTime() - cpuTimeAtStart
        try {
            val stacks = engine.collect(isEnd)
            this.stacks = stacks
            if (isEnd) reportSilence(stacks)
        } catch (failure: Exception) {
            activeProblems().report("cpu_samples.read") { "samples of ${engine.name()} could not be read: $failure" }
        }
    }

    /** An engine whose signals another profiler takes says nothing of it. */
    private fun reportSilence(stacks: SampledStacks) {
        val expected = cpuTime / engine.period()
        if (stacks.size > 0L || expected < LEAST_EXPECTED) return
        activeProblems().report("cpu_samples.none") {
            "${engine.name()} took no samples, where about $expected were to come: most likely another profiler has the signal SIGPROF"
        }
    }

    override fun addTo(collector: Collector) {
        stacks?.addTo(collector, CpuSamples, settings.samplingFrames, withOutside = isWholeProgram)
    }

    /** For the metadata. */
    fun facts(): Map<String, String> {
        val facts = LinkedHashMap<String, String>()
        facts["SAMPLING_ENGINE"] = engine.name() + if (against.isEmpty()) "" else " (${against.joinToString("; ")})"
        facts["SAMPLING_PERIOD"] = "${engine.period() / 1000} us"
        val stacks = stacks ?: return facts
        facts["SAMPLES"] = stacks.size.toString()
        facts["SAMPLES_OUTSIDE_OF_REGIONS"] = stacks.outside.toString()
        facts["SAMPLES_LOST"] = engine.lost().toString()
        facts["SAMPLED_CPU_TIME"] = "${stacks.weight / 1_000_000} ms, of ${cpuTime / 1_000_000} ms that the process took"
        return facts
    }

    private companion object {
        const val LEAST_EXPECTED = 20L
    }
}

/** By the kernel's ticks of 10 ms: the management bean that has it to the nanosecond takes 50 ms to load. */
private fun processCpuTime(): Long = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos()
