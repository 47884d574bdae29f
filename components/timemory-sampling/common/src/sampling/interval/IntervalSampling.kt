package timemory.sampling.interval

import kotlin.concurrent.Volatile
import timemory.ComponentType
import timemory.NamedComponents
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.problems.activeProblems
import timemory.internal.text.nanosecondsOf
import timemory.internal.text.wordsOf
import timemory.output.CompactFacts
import timemory.output.MetadataExtensions
import timemory.results.CallGraph

/**
 * What is read of the process at intervals: of each session at most one set of components, by one thread at a time.
 *
 * ### Thread-safety
 * May be used from any thread. Components are made and asked without the lock.
 */
internal object IntervalSampling {
    /** A set of components, how often they are read, and what was read of them in [session]. */
    private class Sampling(
        val session: Session,
        val types: List<ComponentType<*>>,
        val interval: Long,
        val recorder: IntervalRecorder,
    ) {
        fun description() = "${types.joinToString { it.id }} every ${textOfTime(interval)}"
    }

    private val lock = Lock()

    /** That of the session that measures, or of the one before, as long as that is ending. */
    private var sampling: Sampling? = null

    /** What reads it now; `null` while nothing does. */
    private var loop: IntervalLoop? = null

    /** Why components that were asked for are not read. */
    @Volatile
    private var leftOut: List<String> = emptyList()

    @Volatile
    private var facts: Map<String, String> = emptyMap()

    init {
        SessionHooks.onResults { session, isEnd -> if (isEnd) stop(session) }
        SessionHooks.onEnd(::ended)
        SessionHooks.series = ::addTo
        MetadataExtensions.add { facts }
    }

    /** [session] begins, whose settings name components. */
    fun begins(session: Session) {
        val settings = session.settings
        forgetBefore(session)
        val named = NamedComponents.of(wordsOf(settings.samplerComponents))
        val reasons = ArrayList<String>()
        named.mistake?.let { reasons.add("SAMPLER_COMPONENTS: $it") }
        val types = ArrayList<ComponentType<*>>()
        for (type in named.types.distinct()) {
            val reason = whyNotSampled(type)
            if (reason == null) types.add(type) else reasons.add("component ${type.id} is not read at intervals: $reason")
        }
        if (types.isNotEmpty()) {
            val interval = nanosecondsOf(settings.samplerInterval)!!
            val failure = start(session, types, interval, nanosecondsOf(settings.samplerDelay)!!, settings.samplerRows)
            if (failure != null) reasons.add(failure)
        }
        leftOut = reasons
        for (reason in reasons) activeProblems().report(reason, reason)
    }

    /** Has [types] read in [session] every [interval] nanoseconds, after [delay]. Why not, as a sentence; `null` where they are. */
    fun start(session: Session, types: List<ComponentType<*>>, interval: Long, delay: Long, rows: Int): String? {
        val made = Sampling(session, types, interval, IntervalRecorder(types.map(::readingOf), rows, ::monotonicNanoseconds))
        lock.hold {
            val known = sampling ?: made.also { sampling = it }
            if (known.session !== session) return "what was measured before is still being written: start it again after that"
            if (known !== made && (known.types != types || known.interval != interval)) {
                return "what is read of the process at intervals stays the same until measuring ends: ${known.description()}"
            }
            if (loop != null) return "the process is being read already: ${known.description()}"
            IntervalLoop(known.recorder, delay, ReadingTimes(interval)).also { loop = it }
        }.let { begun -> if (begun.start()) return null }
        lock.hold { loop = null }
        return "nothing is read at intervals, since the system gives no further thread"
    }

    /** Reads a last time in [session], if anything is being read there. */
    fun stop(session: Session) {
        val running = lock.hold { if (sampling?.session === session) loop.also { loop = null } else null }
        running?.leave(session)
    }

    private fun addTo(session: Session, graphs: ArrayList<CallGraph>): CompactFacts? {
        val known = lock.hold { sampling }?.takeIf { it.session === session }
        facts = factsOf(known)
        return known?.recorder?.addTo(graphs, threadsApart = !session.settings.collapseThreads)
    }

    private fun factsOf(known: Sampling?): Map<String, String> {
        val facts = LinkedHashMap<String, String>()
        if (known != null) facts["SAMPLER"] = "${known.description()}, ${known.recorder.summary()}"
        if (leftOut.isNotEmpty()) facts["SAMPLER_LEFT_OUT"] = leftOut.joinToString("; ")
        return facts
    }

    /** [session] is over; the [facts] are still to be written. */
    private fun ended(session: Session) = lock.hold {
        val known = sampling
        if (known == null || known.session === session) {
            sampling = null
            leftOut = emptyList()
        }
    }

    /** What the end of an earlier session would have forgotten, had it not been given up. */
    private fun forgetBefore(session: Session) {
        val earlier = lock.hold { sampling }?.session ?: return
        if (earlier === session) return
        stop(earlier)
        ended(earlier)
    }
}
