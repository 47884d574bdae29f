package timemory.sampling

import java.util.concurrent.atomic.AtomicBoolean
import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.knownSettings
import timemory.internal.problems.activeProblems
import timemory.output.FurtherFacts
import timemory.settings.Settings

/**
 * One sampler at a time, from when it is first wanted to the end of the session. Starting one takes as long as loading a library: whoever
 * comes meanwhile does not wait for it.
 */
internal actual object Sampling {
    private val isTaken = AtomicBoolean()

    @Volatile
    private var running: CpuSampler? = null

    @Volatile
    private var facts: Map<String, String> = emptyMap()

    init {
        SessionHooks.onResults { _, isEnd -> collect(isEnd) }
        SessionHooks.onEnd(::ended)
        val others = FurtherFacts.facts
        FurtherFacts.facts = { others?.invoke().orEmpty() + facts }
    }

    actual fun unavailable(): String? = Engines.reasonAgainst(knownSettings().samplingEngine)

    actual fun begins(settings: Settings) {
        if (running == null) facts = emptyMap() // those of the session before were written
        if (settings.enabled && settings.sampling == SamplingSettingNames.CPU) start(settings, isWholeProgram = true)
    }

    actual fun wanted() {
        if (running != null) return
        val session = activeSession() ?: return
        start(session.settings, isWholeProgram = false)
    }

    private fun start(settings: Settings, isWholeProgram: Boolean) {
        if (!isTaken.compareAndSet(false, true)) return
        val reasons = ArrayList<String>()
        val started = try {
            startFirst(settings, isWholeProgram, reasons)
        } catch (failure: Throwable) {
            reasons.add(failure.toString())
            null
        }
        running = started
        if (started == null) {
            watchAll(null)
            activeProblems().report("cpu_samples.start") { "no samples are taken: ${reasons.joinToString("; ")}" }
        }
    }

    /** The sampler with the first engine that starts; [reasons] get why it is not one before. */
    private fun startFirst(settings: Settings, isWholeProgram: Boolean, reasons: MutableList<String>): CpuSampler? {
        val wanted = settings.samplingEngine
        val frequency = settings.samplingFreq
        val none = SampledStacks(settings.samplingDepth) { set -> isWholeProgram || CpuSamples in set.types }
        Engines.reasonAgainst(wanted)?.let {
            reasons.add(it)
            return null
        }
        fun started(engine: SampleEngine?): CpuSampler? {
            if (engine == null) return null
            val sampler = CpuSampler(engine, reasons, settings, isWholeProgram)
            // First: what threads do from then on is known when the first sample comes.
            watchAll(sampler)
            try {
                engine.start()
                sampler.started()
                return sampler
            } catch (failure: Exception) {
                reasons.add(failure.message ?: failure.toString())
                return null
            }
        }

        val profiler = Engines.asyncProfiler(wanted, frequency, none, reasons)
        return started(profiler) ?: started(Engines.flightRecorder(wanted, frequency, none.copy(), profiler == null, reasons))
    }

    /** A thread that begins to measure after this finds [sampler]; those that did before are in their session. */
    private fun watchAll(sampler: CpuSampler?) {
        SessionHooks.sampler = sampler
        activeSession()?.watchAll(sampler?.arming)
    }

    private fun collect(isEnd: Boolean) {
        val sampler = running ?: return
        sampler.collect(isEnd)
        facts = sampler.facts()
    }

    private fun ended() {
        SessionHooks.sampler = null
        running = null
        isTaken.set(false)
    }
}
