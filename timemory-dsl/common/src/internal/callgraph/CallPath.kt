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
 * Each thread keeps its own tree, whose nodes refer to places; so work can be passed to another thread, or a coroutine can continue there,
 * and its regions are below a region that this thread never opened. A place does not refer to the thread that first came there, which can
 * end and be collected.
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

    /**
     * The function that opens the region here, as the sampler found it; `null` if it was not looked for. Any thread may write it; all
     * write the same.
     */
    @JvmField
    var opener: String? = null

    /** What decides whether laps here are measured; `null` where all are. */
    @JvmField
    @Volatile
    var throttle: Throttle? = null

    /** When its only lap started, in nanoseconds after the session did, in timeline scope; -1 otherwise. */
    open val start: Long get() = -1L

    val isOverflow: Boolean get() = label === OVERFLOW_LABEL || label === FURTHER_OVERFLOW_LABEL

    fun isFor(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): Boolean =
        this.parent === parent && this.set === set && this.thread == thread && this.scope == scope && this.label == label

    override fun toString(): String = "'${shorten(label)}'"
}

/** So many nodes below one are found as quickly by looking at each. */
internal const val MAX_SCANNED_SIBLINGS: Int = 8

/** Where laps are recorded whose labels are more than the call graph may hold. */
internal const val OVERFLOW_LABEL: String = "(labels over the limit)"

/** Where laps are recorded once there are too many places with [OVERFLOW_LABEL]. */
private const val FURTHER_OVERFLOW_LABEL = "(further labels over the limit)"

/** Bounds of how many places may be made below overflow places. */
private const val MIN_RESERVE = 16L
private const val MAX_RESERVE = 1_000L

/**
 * A place in timeline scope, which belongs to one lap alone. Until it is known when the lap started it tells when the place was made, which
 * is earlier: components are made in between, the first time by loading their classes.
 */
internal class LapPath(parent: CallPath, label: String, set: ComponentSet, thread: Int, order: Long, private val origin: Long) :
    CallPath(parent, label, set, Scope.TIMELINE, thread, order) {
    override var start: Long = monotonicNanoseconds() - origin
        private set

    /** When threads ran its coroutine; `null` if it does not suspend. */
    @Volatile
    var runs: RecordedRuns? = null
        private set

    /** Has its runs recorded. */
    fun recordRuns(): RecordedRuns = RecordedRuns().also { runs = it }

    /** The time after the session began when the wall clock read [nanoseconds], at the earliest that of its own start. */
    fun timeOf(nanoseconds: Long): Long = maxOf(start, nanoseconds - origin)

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
 * they can no longer be told apart. Regions inside whose labels are known from elsewhere in the call graph keep them, below the overflow
 * place. For other labels inside there is one overflow place for each further set; regions with a set that is on the way already are
 * counted as laps there, and their values are part of the lap around them: added up, they would count the same time twice.
 *
 * Overflow places and those below them take a tenth of the limit, and at least 16 places. When these are taken as well, there is one
 * further overflow place for each set, of flat scope: it is at the top, and inside whichever regions are around its laps.
 *
 * ### Thread-safety
 * May be used by any thread; asked only when a thread comes to a place for the first time.
 */
internal class CallPaths(
    private val limit: Long,
    private val memory: NodeMemory,
    private val foldsDigits: Boolean,
    private val ids: ComponentIds,
    private val problems: Problems,
) {
    val root = CallPath(null, "", NO_COMPONENTS, Scope.TREE, 0, 0L)
    private val lock = Lock()
    private val table = OpenTable<CallPath>()
    private val sets = LinkedHashSet<ComponentSet>()
    private var spent = 0L
    private var nextOrder = 1L
    private var isLimitReached = false

    /** Whether the limit that was reached is that of nodes, not of memory. */
    private var isLimitOfNodes = false

    /** Hashes of the labels that were known when the limit was reached, ascending. */
    private var knownLabels = IntArray(0)

    /** How many overflow places and places below them there may still be. */
    private var reserve = minOf(MAX_RESERVE, maxOf(MIN_RESERVE, limit / 10))

    /** How much of [reserve] is left to overflow places alone. */
    private val overflowReserve = reserve / 2

    /** How many units the other places may take: where the limit is so low that the reserve is most of it, all of them. */
    private val ownLimit = if (limit / 10 < MIN_RESERVE) limit else limit - reserve

    /** When the session began, by the monotonic clock. */
    val began = monotonicNanoseconds()

    /** Forgets all places, at the end of the session. */
    fun clear() = lock.hold { table.clear() }

    /** The component sets of all places. */
    fun setsInUse(): List<ComponentSet> = lock.hold { sets.toList() }

    /**
     * Returns the place below [parent], and makes it if there is none; in timeline scope it is always new. A thread that [needsNode] is
     * about to make its own node there.
     */
    fun below(
        parent: CallPath,
        label: String,
        set: ComponentSet,
        scope: Scope,
        thread: Int,
        needsNode: Boolean = false,
    ): CallPath {
        var isNewSet = false
        var reachesLimit = false
        val path = lock.hold {
            if (scope !== Scope.TIMELINE) find(parent, label, set, scope, thread)?.let { known ->
                if (!needsNode || known.isOverflow || memory.hasRoomForNode(set)) return known
                reachesLimit = !isLimitReached
                if (reachesLimit) reachLimit(isOfNodes = false)
                return@hold overflowBelow(parent, set, thread)
            }
            val cost = 1 + label.length / 256
            isNewSet = sets.add(set)
            val fits = spent + cost <= ownLimit
            if (fits && memory.takePath(label, set)) {
                spent += cost
                made(parent, label, set, scope, thread)
            } else {
                reachesLimit = !isLimitReached
                if (reachesLimit) reachLimit(isOfNodes = !fits)
                if (mayKeepLabel(parent, label, scope)) made(parent, label, set, scope, thread) else overflowBelow(parent, set, thread)
            }
        }
        // Without the lock: the callback may be code of the program.
        if (isNewSet) ids.note(set)
        if (reachesLimit) reportLimit()
        return path
    }

    private fun made(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): CallPath {
        if (scope === Scope.TIMELINE) return LapPath(parent, label, set, thread, nextOrder++, began)
        return CallPath(parent, label, set, scope, thread, nextOrder++).also { table.add(it, hash(parent, label)) }
    }

    /** A thread makes a node with the components of [set]; returns its bytes. */
    fun addNode(set: ComponentSet): Long = lock.hold { memory.addNode(set) }

    /** Nodes of threads that took [bytes] are no more. */
    fun releaseNodes(bytes: Long) = lock.hold { memory.release(bytes) }

    /** There was no memory for a node: no more are made. */
    fun exhaust() = lock.hold { memory.isExhausted = true }

    private fun reachLimit(isOfNodes: Boolean) {
        isLimitReached = true
        isLimitOfNodes = isOfNodes
        val hashes = IntArray(table.count)
        var count = 0
        table.forEach { hashes[count++] = it.label.hashCode() }
        hashes.sort()
        knownLabels = hashes
    }

    /** Whether a place beyond the limit is made all the same: inside an overflow place, for a label that is known. */
    private fun mayKeepLabel(parent: CallPath, label: String, scope: Scope): Boolean {
        if (reserve <= overflowReserve || scope === Scope.TIMELINE || !isInsideOverflow(parent) || !isKnown(label.hashCode())) return false
        reserve--
        return true
    }

    private fun isInsideOverflow(path: CallPath): Boolean {
        var step: CallPath? = path
        while (step != null && !step.isOverflow) step = step.parent
        return step != null
    }

    private fun isKnown(hash: Int): Boolean {
        var from = 0
        var to = knownLabels.lastIndex
        while (from <= to) {
            val middle = (from + to) ushr 1
            if (knownLabels[middle] == hash) return true
            if (knownLabels[middle] < hash) from = middle + 1 else to = middle - 1
        }
        return false
    }

    /** One for each parent and set, and none inside another for the same set. */
    private fun overflowBelow(parent: CallPath, set: ComponentSet, thread: Int): CallPath {
        var around = parent
        while (around.isOverflow) {
            if (around.set === set && around.thread == thread) return around
            around = around.parent!!
        }
        find(parent, OVERFLOW_LABEL, set, Scope.TREE, thread)?.let { return it }
        if (reserve > 1L) {
            reserve--
            return made(parent, OVERFLOW_LABEL, set, Scope.TREE, thread)
        }
        return find(root, FURTHER_OVERFLOW_LABEL, set, Scope.FLAT, thread) ?: made(root, FURTHER_OVERFLOW_LABEL, set, Scope.FLAT, thread)
    }

    /** Once: asking the problems each time would double what a label over the limit costs. */
    private fun reportLimit() {
        problems.report("nodes") {
            if (isLimitOfNodes) {
                "the call graph has reached TIMEMORY_MAX_NODES=$limit nodes: further labels are recorded together as " +
                    "'${OVERFLOW_LABEL}'. $wayOut, or raise TIMEMORY_MAX_NODES"
            } else {
                "the call graph has $spent nodes, the most that the memory limit of the process allows: further labels are recorded " +
                    "together as '${OVERFLOW_LABEL}'. $wayOut, or raise the limit (on the JVM -Xmx)"
            }
        }
    }

    private val wayOut: String
        get() = if (foldsDigits) "Use fewer distinct labels"
        else "Use fewer distinct labels, such as 'request {}' for 'request 17', which TIMEMORY_FOLD_DIGITS=true does"

    private fun find(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): CallPath? =
        table.find(hash(parent, label)) { it.isFor(parent, label, set, scope, thread) }

    private fun hash(parent: CallPath, label: String): Int = 31 * parent.order.toInt() + label.hashCode()
}
