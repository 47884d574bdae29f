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
 * A position in the call graph: a label below its enclosing labels, the same object for every thread.
 *
 * Each thread keeps its own tree, whose nodes refer to paths, so work can be passed to another thread, or a coroutine can continue there,
 * with its regions below a region that this thread never opened. A path does not refer to the thread that created it, which can end and be
 * collected.
 *
 * ### Thread-safety
 * Immutable, except for [opener] and [throttle].
 */
internal open class CallPath(
    val parent: CallPath?,
    val label: String,
    val set: ComponentSet,
    val scope: Scope,
    /** The number of the thread that the path belongs to if threads are kept apart, otherwise 0. */
    val thread: Int,
    /** A number that increases with each path created: the order in which results list paths. */
    val order: Long,
) {
    val depth: Int = if (parent == null) 0 else parent.depth + 1

    /**
     * The function that opens the region here, as found by the sampler; `null` if it was not looked up. Any thread may write it; all write
     * the same value.
     */
    @JvmField
    var opener: String? = null

    /** Decides whether laps here are measured; `null` if all are. */
    @JvmField
    @Volatile
    var throttle: Throttle? = null

    /** When its only lap started, in nanoseconds after the start of the session, in timeline scope; -1 otherwise. */
    open val start: Long get() = -1L

    val isOverflow: Boolean get() = label === OVERFLOW_LABEL || label === FURTHER_OVERFLOW_LABEL

    fun isFor(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): Boolean =
        this.parent === parent && this.set === set && this.thread == thread && this.scope == scope && this.label == label

    override fun toString(): String = "'${shorten(label)}'"
}

/** Up to this number of children, a linear search is as fast. */
internal const val MAX_SCANNED_SIBLINGS: Int = 8

/** Laps are recorded here if their labels exceed the limit of the call graph. */
internal const val OVERFLOW_LABEL: String = "(labels over the limit)"

/** Laps are recorded here if there are too many paths with [OVERFLOW_LABEL]. */
private const val FURTHER_OVERFLOW_LABEL = "(further labels over the limit)"

/** Limits on the number of paths created below overflow paths. */
private const val MIN_RESERVE = 16L
private const val MAX_RESERVE = 1_000L

/**
 * A path in timeline scope, which belongs to one lap only. Until the start of the lap is known it has the creation time of the path, which
 * is earlier: components are created in between, the first time by loading their classes.
 */
internal class LapPath(parent: CallPath, label: String, set: ComponentSet, thread: Int, order: Long, private val origin: Long) :
    CallPath(parent, label, set, Scope.TIMELINE, thread, order) {
    override var start: Long = monotonicNanoseconds() - origin
        private set

    /** When threads ran its coroutine; `null` if it does not suspend. */
    @Volatile
    var runs: RecordedRuns? = null
        private set

    /** Starts recording its runs. */
    fun recordRuns(): RecordedRuns = RecordedRuns().also { runs = it }

    /** Returns the time from the start of the session to when the wall clock read [nanoseconds], but not before the start of the lap. */
    fun timeOf(nanoseconds: Long): Long = maxOf(start, nanoseconds - origin)

    /** Sets the start of the lap to when the wall clock read [nanoseconds]. */
    fun startsAt(nanoseconds: Long) {
        start = maxOf(start, nanoseconds - origin)
    }
}

/**
 * All paths of a session, and their maximum number (`TIMEMORY_MAX_NODES`).
 *
 * A path costs one unit, plus one for each 256 characters of its label, so that long labels cannot use up the memory that a limit on paths
 * saves. Labels beyond the limit are recorded together in one overflow path for each parent and component set, where they can no longer be
 * told apart. Child regions whose labels are known from elsewhere in the call graph keep them, below the overflow path. For other labels
 * inside there is one overflow path for each additional set; regions with a set that already occurs on the path are counted as laps there,
 * and their values are part of the enclosing lap: adding them would count the same time twice.
 *
 * Overflow paths and their descendants may use a tenth of the limit, and at least 16 paths. When these are used up, there is one more
 * overflow path for each set, with flat scope: it is at the top, and a child of all regions around its laps.
 *
 * ### Thread-safety
 * May be used by any thread; called only when a thread reaches a path for the first time.
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

    /** Whether the limit reached is that of nodes, not of memory. */
    private var isLimitOfNodes = false

    /** Hashes of the labels that were known when the limit was reached, ascending. */
    private var knownLabels = IntArray(0)

    /** The number of overflow paths and descendants that may still be created. */
    private var reserve = minOf(MAX_RESERVE, maxOf(MIN_RESERVE, limit / 10))

    /** The part of [reserve] that is set aside for overflow paths themselves. */
    private val overflowReserve = reserve / 2

    /** The number of units available to the other paths: all of them if the limit is so low that the reserve would be most of it. */
    private val ownLimit = if (limit / 10 < MIN_RESERVE) limit else limit - reserve

    /** When the session started, by the monotonic clock. */
    val began = monotonicNanoseconds()

    /** Removes all paths, at the end of the session. */
    fun clear() = lock.hold { table.clear() }

    /** The component sets of all paths. */
    fun setsInUse(): List<ComponentSet> = lock.hold { sets.toList() }

    /**
     * Returns the path below [parent], creating it if necessary; in timeline scope it is always new. A thread that [needsNode] is about to
     * create its own node there.
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
        // Without the lock, because the callback may be code of the program.
        if (isNewSet) ids.note(set)
        if (reachesLimit) reportLimit()
        return path
    }

    private fun made(parent: CallPath, label: String, set: ComponentSet, scope: Scope, thread: Int): CallPath {
        if (scope === Scope.TIMELINE) return LapPath(parent, label, set, thread, nextOrder++, began)
        return CallPath(parent, label, set, scope, thread, nextOrder++).also { table.add(it, hash(parent, label)) }
    }

    /** Registers a thread's new node with the components of [set]; returns its size in bytes. */
    fun addNode(set: ComponentSet): Long = lock.hold { memory.addNode(set) }

    /** Releases nodes of threads that took [bytes]. */
    fun releaseNodes(bytes: Long) = lock.hold { memory.release(bytes) }

    /** Called when there was no memory for a node: no more are created. */
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

    /** Whether a path beyond the limit is created anyway: inside an overflow path, for a known label. */
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

    /** There is one per parent and set, and none inside another for the same set. */
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

    /** Once, because looking up the problems each time would double the cost of a label over the limit. */
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
