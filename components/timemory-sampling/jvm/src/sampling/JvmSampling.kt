package timemory.sampling

import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.knownSettings
import timemory.internal.callgraph.whenAlone
import timemory.internal.problems.activeProblems
import timemory.output.MetadataExtensions
import timemory.settings.Settings

/**
 * One sampler at a time, from when it is first wanted to the end of the session. Starting one takes as long as loading a library: a thread
 * that arrives meanwhile does not wait, and the starting thread also starts the kinds that it requests.
 */
internal actual object Sampling {
    /** The kinds that the session has requested so far, as bits. */
    private val asked = AtomicInteger()

    private val isBusy = AtomicBoolean()

    /**
     * The part of [asked] that has been started, or could not be. Accessed only by the thread that has [isBusy], and at the end of the
     * session.
     */
    @Volatile
    private var served = 0

    /** The sampled session, if there is one: the next one starts only after it has ended. */
    @Volatile
    private var sampled: Session? = null

    @Volatile
    private var running: RunningSampler? = null

    @Volatile
    private var facts: Map<String, String> = emptyMap()

    init {
        SessionHooks.onResults { session, isEnd -> if (session === sampled) collect(isEnd) }
        SessionHooks.onEnd { session -> if (session === sampled) ended() }
        MetadataExtensions.add { facts }
    }

    actual fun unavailable(kind: SampleKind): String? = Engines.reasonAgainst(kind, knownSettings().samplingEngine)

    actual fun begins(session: Session) {
        sample(session)
        if (running == null) facts = emptyMap() // those of the previous session were written
        val settings = session.settings
        if (settings.enabled) ask(session, inWholeProgram(settings).sumOf { it.bit })
    }

    actual fun wanted(kind: SampleKind) {
        val session = activeSession() ?: return
        if (session === sampled && asked.get() and kind.bit != 0) return
        whenAlone(session, kind) { ask(it, kind.bit) }
    }

    private fun inWholeProgram(settings: Settings): List<SampleKind> = SampleKind.named(settings.sampling).orEmpty()

    /** Makes [session] the sampled one. If the end of the previous one was abandoned, finishes it now. */
    private fun sample(session: Session) {
        val before = sampled
        if (before !== null && before !== session) ended()
        sampled = session
    }

    private fun ask(session: Session, kinds: Int) {
        sample(session)
        if (asked.getAndUpdate { it or kinds } and kinds == kinds) return
        val milliseconds = (session.settings.samplingDelay.toDouble() * 1000.0).toLong()
        if (milliseconds > 0L && running == null) serveLater(session, milliseconds) else serve()
    }

    private fun serveLater(session: Session, milliseconds: Long) {
        val thread = Thread(
            {
                Thread.sleep(milliseconds)
                if (sampled === session) serve()
            },
            "timemory-samples-delay",
        )
        thread.isDaemon = true
        thread.start()
    }

    private fun serve() {
        while (served != asked.get()) {
            if (!isBusy.compareAndSet(false, true)) return
            try {
                serveAsked()
            } finally {
                isBusy.set(false)
            }
        }
    }

    private fun serveAsked() {
        val session = sampled ?: return
        val bits = asked.get()
        val kinds = SampleKind.of(bits)
        val known = running
        if (known != null && kinds.isNotEmpty()) known.extend(kinds) else if (kinds.isNotEmpty()) start(session, kinds)
        served = bits
        if (sampled === session) return
        // The session has ended meanwhile, so what was started for it is stopped.
        val begun = running
        running = null
        watchAll(session, null)
        begun?.collect(isEnd = true)
        served = 0
    }

    private fun start(session: Session, kinds: List<SampleKind>) {
        val reasons = ArrayList<String>()
        val started = try {
            startFirst(session, kinds, reasons)
        } catch (failure: Throwable) {
            reasons.add(failure.toString())
            null
        }
        running = started
        if (started == null) {
            watchAll(session, null)
            activeProblems().report("samples.start") { "no samples are taken: ${reasons.distinct().joinToString("; ")}" }
        }
    }

    /** Returns a sampler with the first engine that starts; [reasons] receives why earlier ones did not. */
    private fun startFirst(session: Session, kinds: List<SampleKind>, reasons: MutableList<String>): RunningSampler? {
        val settings = session.settings
        val wanted = settings.samplingEngine
        val rates = Rates.of(settings)
        val everywhere = inWholeProgram(settings)
        fun empty() = Samples(settings.samplingDepth) { kind, set -> kind in everywhere || kind.type in set.types }
        val against = kinds.map { Engines.reasonAgainst(it, wanted) }
        if (null !in against) {
            against.mapNotNullTo(reasons) { it }
            return null
        }
        fun started(samples: SamplesByPart, engine: SampleEngine?): RunningSampler? {
            if (engine == null) return null
            val sampler = RunningSampler(engine, samples, reasons, settings, everywhere)
            // First, so that threads are being watched when the first sample arrives.
            watchAll(session, sampler)
            try {
                sampler.start(kinds)
                return sampler
            } catch (failure: Exception) {
                reasons.add(failure.message ?: failure.toString())
                return null
            }
        }

        val first = SamplesByPart(::empty)
        val profiler = Engines.asyncProfiler(wanted, rates, first, SampleKind.WALL in everywhere, reasons)
        started(first, profiler)?.let { return it }
        val second = SamplesByPart(::empty)
        return started(second, Engines.flightRecorder(wanted, rates, second, profiler == null, reasons))
    }

    /** A thread that starts measuring after this finds [sampler]; those that did before are in [session]. */
    private fun watchAll(session: Session, sampler: RunningSampler?) {
        session.sampler = sampler
        session.sampleAll(sampler?.arming)
    }

    private fun collect(isEnd: Boolean) {
        val sampler = running ?: return
        sampler.collect(isEnd)
        facts = sampler.facts()
    }

    private fun ended() {
        sampled = null
        // Nothing is left to collect, unless it was started while results were being collected.
        running?.collect(isEnd = true)
        running = null
        asked.set(0)
        served = 0
    }
}
