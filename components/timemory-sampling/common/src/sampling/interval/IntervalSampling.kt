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
 * Manages interval sampling: at most one set of components per session, read by one thread at a time.
 *
 * ### Thread-safety
 * Thread-safe. Components are created and called without the lock.
 */
internal object IntervalSampling {
    /** A set of components, the sampling interval, and their readings in [session]. */
    private class Sampling(
        val session: Session,
        val types: List<ComponentType<*>>,
        val interval: Long,
        val recorder: IntervalRecorder,
    ) {
        fun description() = "${types.joinToString { it.id }} every ${textOfTime(interval)}"
    }

    private val lock = Lock()

    /** The sampling of the current session, or of the previous one while that is ending. */
    private var sampling: Sampling? = null

    /** The running loop; `null` if there is none. */
    private var loop: IntervalLoop? = null

    /** Why requested components are not read. */
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

    /** Called when [session] starts, whose settings name components. */
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

    /**
     * Starts reading [types] in [session] every [interval] nanoseconds, after [delay]. Returns the reason if that is impossible, as a
     * sentence; `null` otherwise.
     */
    fun start(session: Session, types: List<ComponentType<*>>, interval: Long, delay: Long, rows: Int): String? {
        val made = Sampling(session, types, interval, IntervalRecorder(types.map(::readingOf), rows, ::monotonicNanoseconds))
        lock.hold {
            val known = sampling ?: made.also { sampling = it }
            if (known.session !== session) return "earlier results are still being written: start it again after that"
            if (known !== made && (known.types != types || known.interval != interval)) {
                return "components read at intervals cannot be changed until measuring ends: ${known.description()}"
            }
            if (loop != null) return "components are already read at intervals: ${known.description()}"
            IntervalLoop(known.recorder, delay, ReadingTimes(interval)).also { loop = it }
        }.let { begun -> if (begun.start()) return null }
        lock.hold { loop = null }
        return "nothing is read at intervals: no thread could be started"
    }

    /** Makes a last reading in [session] if anything is being read there. */
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

    /** Called when [session] is over; the [facts] are still to be written. */
    private fun ended(session: Session) = lock.hold {
        val known = sampling
        if (known == null || known.session === session) {
            sampling = null
            leftOut = emptyList()
        }
    }

    /** Cleans up after an earlier session whose end was abandoned. */
    private fun forgetBefore(session: Session) {
        val earlier = lock.hold { sampling }?.session ?: return
        if (earlier === session) return
        stop(earlier)
        ended(earlier)
    }
}
