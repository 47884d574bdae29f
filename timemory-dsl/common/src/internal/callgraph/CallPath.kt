package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField
import timemory.Scope
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.problems.Problems
import timemory.internal.text.shorten

/**
 * A place in the call graph: a label below the labels around it, the same object for every thread that comes there.
 *
 * Threads keep trees of their own, which refer to places; so work can be handed to another thread, or a coroutine can go on
 * there, and its regions hang below a region that this thread never opened. A place holds nothing of the thread that first came
 * there, which can end and be forgotten.
 *
 * ### Thread-safety
 * Immutable, but for [opener] and [throttle].
 */
internal open class CallPath(
    val parent: CallPath?,
    val label: String,
    val set: ComponentSet,
    val scope: Scope,
    /** The number of the thread whose place it is where threads are kept apart, otherwise 0. */
    val thread: Int,
    /** When it was made, as a number that only grows: the order in which results list it. */
    val order: Long,
) {
    val depth: Int = if (parent == null) 0 else parent.depth + 1

    /** The function that opens the region here, as whoever samples found it; `null` where nobody looked. Written by any thread, the same. */
    @JvmField
    var opener: String? = null

    /** What decides whether laps here are measured; `null` where all are. */
    @JvmField
    @Volatile
    var throttle: Throttle? = null

    /** When its only lap started, in nanoseconds after the session did, in timeline scope; -1 otherwise. */
    open val start: Long get() = -1L

    val isOverflow: Boolean get() = label === OVERFLOW_LABEL

    fun isFor(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): Boolean =
        this.parent === parent && this.set === set && this.thread == thread && this.scope == scope && this.label == label

    override fun toString(): String = "'${shorten(label)}'"
}

/** So many nodes below one are found as quickly by looking at each. */
internal const val FEW_SIBLINGS: Int = 8

/** Where laps are recorded whose labels are more than the call graph may hold. */
internal const val OVERFLOW_LABEL: String = "(labels over the limit)"

/**
 * A place in timeline scope, which belongs to one lap alone. Until it is known when the lap started it tells when the place was made, which
 * is earlier: components are made in between, the first time by loading their classes.
 */
internal class LapPath(parent: CallPath, label: String, set: ComponentSet, thread: Int, order: Long, private val origin: Long) :
    CallPath(parent, label, set, Scope.TIMELINE, thread, order) {
    override var start: Long = monotonicNanoseconds() - origin
        private set

    /** The lap started when the wall clock read [nanoseconds]. */
    fun startsAt(nanoseconds: Long) {
        start = maxOf(start, nanoseconds - origin)
    }
}

/**
 * All places of a session, and the bound on how many there may be (`TIMEMORY_MAX_NODES`).
 *
 * A place costs one unit, and one more for each 256 characters of its label, so that long labels cannot take the memory that
 * few places would leave. Labels beyond the limit are recorded together at one overflow place for each parent and component set, where
 * they can no longer be told apart. Inside it, too, there is one for each further set; regions with a set that is on the way already
 * are part of the lap that is recorded there, and no laps of their own: added up, they would count the same time twice.
 *
 * ### Thread-safety
 * May be used by any thread; asked only when a thread comes to a place for the first time.
 */
internal class CallPaths(private val limit: Long, private val problems: Problems) {
    val root = CallPath(null, "", NO_COMPONENTS, Scope.TREE, 0, 0L)
    private val lock = Lock()
    private val table = OpenTable<CallPath>()
    private val sets = LinkedHashSet<ComponentSet>()
    private var spent = 0L
    private var nextOrder = 1L
    private var isLimitReported = false

    /** When the session began, by the monotonic clock. */
    val began = monotonicNanoseconds()

    /** Forgets all places, at the end of the session. */
    fun clear() = lock.hold { table.clear() }

    /** The component sets of all places. */
    fun setsInUse(): List<ComponentSet> = lock.hold { sets.toList() }

    /** The place below [parent], made where there is none; in timeline scope always a new one. */
    fun below(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): CallPath = lock.hold {
        if (scope != Scope.TIMELINE) find(parent, label, set, scope, thread)?.let { return it }
        val cost = 1 + label.length / 256
        if (spent + cost > limit) return overflowBelow(parent, set, thread)
        spent += cost
        sets.add(set)
        if (scope == Scope.TIMELINE) return LapPath(parent, label, set, thread, nextOrder++, began)
        CallPath(parent, label, set, scope, thread, nextOrder++).also { table.add(it, hash(parent, label)) }
    }

    /** One for each parent and set, and none inside another for the same set: so there are few, and they cost nothing. */
    private fun overflowBelow(parent: CallPath, set: ComponentSet, thread: Int): CallPath {
        if (!isLimitReported) reportLimit()
        var around = parent
        while (around.isOverflow) {
            if (around.set === set && around.thread == thread) return around
            around = around.parent!!
        }
        find(parent, OVERFLOW_LABEL, set, Scope.TREE, thread)?.let { return it }
        return CallPath(parent, OVERFLOW_LABEL, set, Scope.TREE, thread, nextOrder++).also { table.add(it, hash(parent, OVERFLOW_LABEL)) }
    }

    /** Once: asking the problems each time would double what a label over the limit costs. */
    private fun reportLimit() {
        isLimitReported = true
        problems.report("nodes") {
            "the call graph holds TIMEMORY_MAX_NODES=$limit nodes: further labels are recorded together as " +
                "'${OVERFLOW_LABEL}'. Give fewer distinct labels, or raise TIMEMORY_MAX_NODES"
        }
    }

    private fun find(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): CallPath? =
        table.find(hash(parent, label)) { it.isFor(parent, label, set, scope, thread) }

    private fun hash(parent: CallPath, label: String): Int = 31 * parent.order.toInt() + label.hashCode()
}
