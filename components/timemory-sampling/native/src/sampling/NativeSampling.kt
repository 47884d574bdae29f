package timemory.sampling

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.whenAlone
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.problems.activeProblems
import timemory.output.MetadataExtensions

/** Runs one sampler at a time, from when it is first needed until the end of the session. */
internal actual object Sampling {
    /**
     * Guards the following variables. Measuring threads do not wait for it: a thread that arrives while it is held finds that its kind was
     * requested.
     */
    private val lock = Lock()

    /** The kinds that the session has requested so far, as bits. */
    @Volatile
    private var asked = 0

    /** The sampled session, if there is one: the next one starts only after it has ended. */
    @Volatile
    private var sampled: Session? = null

    @Volatile
    private var running: NativeSampler? = null

    @Volatile
    private var facts: Map<String, String> = emptyMap()

    init {
        SessionHooks.onResults { session, isEnd -> if (session === sampled) collect(isEnd) }
        SessionHooks.onEnd { session -> if (session === sampled) ended() }
        MetadataExtensions.add { facts }
    }

    actual fun unavailable(kind: SampleKind): String? = when (kind) {
        SampleKind.CPU, SampleKind.WALL -> null
        SampleKind.ALLOC, SampleKind.LOCK -> "allocations and locks are sampled on the JVM only"
    }

    actual fun begins(session: Session) {
        lock.hold { sample(session) }
        if (running == null) facts = emptyMap() // those of the previous session were written
        if (session.settings.enabled) ask(session, SampleKind.named(session.settings.sampling).orEmpty())
    }

    actual fun wanted(kind: SampleKind) {
        // A component that cannot measure is reported when it is skipped.
        if (unavailable(kind) != null) return
        val session = activeSession() ?: return
        if (session === sampled && asked and kind.bit != 0) return
        whenAlone(session, kind) { ask(it, listOf(kind)) }
    }

    /** Makes [session] the sampled one. If the end of the previous one was abandoned, finishes it now. */
    private fun sample(session: Session) {
        val before = sampled
        if (before !== null && before !== session) letGo()
        sampled = session
    }

    private fun ask(session: Session, kinds: List<SampleKind>) = lock.hold {
        sample(session)
        val further = kinds.filter { asked and it.bit == 0 }
        for (kind in further) asked = asked or kind.bit
        val possible = further.filter { unavailable(it) == null }
        if (possible.isEmpty()) return@hold
        val known = running
        if (known == null) start(session, possible) else known.extend(possible)
    }

    private fun start(session: Session, kinds: List<SampleKind>) {
        val settings = session.settings
        val everywhere = SampleKind.named(settings.sampling).orEmpty().filter { unavailable(it) == null }
        val sampler = NativeSampler(settings, everywhere)
        try {
            sampler.prepare()
            // Before the start, so that threads are being watched when the first sample arrives.
            watchAll(session, sampler)
            sampler.start(kinds, (settings.samplingDelay.toDouble() * 1_000_000.0).coerceAtMost(Int.MAX_VALUE.toDouble()).toInt())
            running = sampler
        } catch (failure: IllegalStateException) {
            watchAll(session, null)
            activeProblems().report("samples.start") { "no samples are taken: ${failure.message}" }
        }
    }

    /** A thread that starts measuring after this finds [sampler]; those that did before are in [session]. */
    private fun watchAll(session: Session, sampler: NativeSampler?) {
        session.sampler = sampler
        session.sampleAll(sampler?.arming)
        session.revokeLent() // regions that are measured outside of Kotlin do not notify watches
    }

    private fun collect(isEnd: Boolean) {
        for (kind in SampleKind.of(asked)) {
            val reason = unavailable(kind) ?: continue
            activeProblems().report("samples.${kind.id}") { "no ${kind.type.id}: $reason" }
        }
        val sampler = running ?: return
        sampler.collect(isEnd)
        facts = sampler.facts()
    }

    private fun ended() = lock.hold(::letGo)

    private fun letGo() {
        sampled = null
        // Nothing is left to collect, unless it was started while results were being collected.
        running?.collect(isEnd = true)
        running = null
        asked = 0
    }
}
