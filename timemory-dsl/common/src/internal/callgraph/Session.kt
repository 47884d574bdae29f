package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.Component
import timemory.ComponentType
import timemory.LateComponent
import timemory.LongComponent
import timemory.Scope
import timemory.internal.clock.checkWallClockSource
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.ThreadHandle
import timemory.internal.platform.hold
import timemory.internal.platform.isOnMainThread
import timemory.internal.platform.isOnVirtualThread
import timemory.internal.platform.isOutOfMemory
import timemory.internal.platform.memoryLimit
import timemory.internal.platform.orderLoads
import timemory.internal.platform.printError
import timemory.internal.platform.processId
import timemory.internal.platform.threadName
import timemory.internal.platform.wallNanoseconds
import timemory.internal.problems.Problems
import timemory.internal.text.foldDigits
import timemory.results.DeviceTimeline
import timemory.results.Results
import timemory.results.reportLargeSums
import timemory.settings.Settings
import timemory.settings.percentilesOf
import timemory.statistics.Distribution

/**
 * Everything measured between an initialisation and its finalization: the call graphs of all threads.
 *
 * Graphs of threads that have ended are merged and dropped whenever the number of known threads has doubled, so that a program with many
 * short-lived threads only needs memory for the live ones. Graphs returned by virtual threads wait to be reused; beyond [MAX_IDLE_GRAPHS]
 * they are merged and dropped as well. Merging calls components: it happens without the lock, while the graph is still among the others,
 * and the result replaces the graph in one step.
 *
 * @param whole for the measurements of one piece of work, kept separate from everything else: the session it is part of; `null` otherwise
 */
@PublishedApi
internal class Session(settings: Settings, val whole: Session?) {
    /** Replaced when the program has changed settings that can change while measuring. */
    @Volatile
    var settings: Settings = settings

    // Constant settings that every new node or suspending lap needs: otherwise they would be looked up in a map.
    internal val maxDepth: Int = settings.maxDepth
    internal val collapseThreads: Boolean = settings.collapseThreads

    /** Whether it covers one piece of work rather than the whole process: threads are in it while they run that work. */
    val isPart: Boolean = whole != null

    val problems: Problems = whole?.problems ?: Problems(settings.debug)
    private val hasPercentiles = percentilesOf(settings.percentiles).orEmpty().isNotEmpty()
    val ids = ComponentIds(problems)
    val paths = CallPaths(settings.maxNodes.toLong(), NodeMemory(memoryLimit(), hasPercentiles), settings.foldDigits, ids, problems)
    private val foldsDigits = settings.foldDigits

    /** [label] as stored in the call graph. */
    fun recordedLabel(label: String): String = if (foldsDigits) foldDigits(label) else label

    val openLaps = OpenSuspendingLaps()
    private val lock = Lock()
    private val graphs = LinkedHashSet<ThreadGraph>()
    private val idle = ArrayList<ThreadGraph>()
    private val retired = RetiredGraphs()
    private var sweepAt = MIN_SWEEP
    private var snapshotsInWork = 0
    private var latestSnapshot = 0
    private val numbers = NumberPool()
    private val threadNames = ThreadNames()

    @Volatile
    private var primary: ThreadGraph? = null

    /**
     * Whether regions are recorded directly: from the start of the session to its end, except while results are made; then they are also
     * recorded, and the values they change are preserved for the results ([Snapshot]). A field of the session, not a top-level variable
     * that refers to the active one: Kotlin/Native would check on each use of such a variable that its file is initialised.
     */
    @Volatile
    var isActive: Boolean = false
        private set

    /** Whether it was finalized: regions closed afterwards are not recorded. */
    @Volatile
    var ended: Boolean = false
        private set

    /** From now on regions are recorded in it. */
    fun begin() {
        isActive = true
    }

    /** From now on nothing more is recorded in it. */
    fun end() = lock.hold {
        ended = true
        isActive = false
        revokeEach()
    }

    /**
     * Represents regions that were left, or closed by other threads, if there is no memory to describe each. Created with the session,
     * because the JVM could not load their class later without memory.
     */
    internal val leftRegion = DetachedRegion("(unknown)", bySuspension = true, isShared = true)
    internal val closedRegion = DetachedRegion("(unknown)", bySuspension = false, isShared = false).also { it.end() }

    /** Components that did not respond when they were read at process exit. */
    @Volatile
    var unreadable: Set<ComponentType<*>> = emptySet()

    /** The program's callbacks for this session; `null` for none. */
    @Volatile
    var actions: SessionActions? = null

    /** The sampler of the process while this session measures; `null` for none. */
    @Volatile
    internal var sampler: Sampler? = null

    /** Actions, by key, to run as soon as all earlier sessions have ended. Guarded by the lifecycle's lock. */
    internal val waiting = LinkedHashMap<Any, (Session) -> Unit>(0)

    /** GPU activity; `null` if nothing recorded it. */
    var devices: DeviceTimeline? = null

    private var keptRuns = 0

    /** Whether one more run of a coroutine is kept for timelines. */
    internal fun hasRoomForRun(): Boolean = lock.hold { keptRuns < RecordedRuns.MAX_IN_ALL && ++keptRuns > 0 }

    /** Returns a distribution for each of [components] of [set] that records integers; `null` if no percentiles are requested. */
    fun newDistributions(components: Array<Component?>, set: ComponentSet): Array<Distribution?>? {
        if (!hasPercentiles && set.percentiles == null || components.isEmpty()) return null
        return Array(components.size) { i ->
            if (components[i].tellsEachLap() && !set.types[i].isSampled) Distribution(set.percentiles) else null
        }
    }

    /** Whether the value of a lap is known when the lap ends. */
    private fun Component?.tellsEachLap() = this is LongComponent && this !is LateComponent

    private val defaultScope = when {
        settings.flatProfile -> Scope.FLAT
        settings.timelineProfile -> Scope.TIMELINE
        else -> Scope.TREE
    }

    /** The scope of a region that requests [requested]. */
    fun scopeOf(requested: Scope?): Scope = requested ?: defaultScope

    /**
     * The parent of work without a propagated context: the primary thread's position, unless [RootPlacement] specifies otherwise; `null` is
     * the root.
     */
    fun primaryNode(): Node? = if (RootPlacement.isRoot) null else primary?.innermost

    /**
     * Creates the calling thread's graph, or reuses an idle one. The primary thread is the one that initialized the session, or else the
     * main thread. No other thread is, however early it measures, because its position says nothing about other threads.
     */
    fun register(isPrimary: Boolean): ThreadGraph {
        val thread = ThreadHandle()
        val isVirtual = isOnVirtualThread()
        sweepIfDue()
        val name = if (isVirtual) "virtual threads" else threadName()
        val graph = lock.hold { (if (isVirtual) lend(thread) else newGraph(thread, isPrimary)).also { threadNames.add(it.number, name) } }
        if (isPart) return graph
        sampler?.begins(graph)
        // The thread has it already when listeners are called, because they may open regions too.
        currentGraph = graph
        graph.pin()
        try {
            SessionHooks.threadStarts(graph)
        } finally {
            graph.unpin()
        }
        return graph
    }

    /** The graphs of measuring threads, and those of ended threads that were not merged yet. */
    fun graphsNow(): List<ThreadGraph> = lock.hold { ArrayList(graphs) }

    /** Returns the calling thread's graph in this session; `null` if it has none. */
    internal fun graphOfThisThread(): ThreadGraph? = lock.hold {
        for (graph in graphs) if (!graph.isIdle && graph.owner.isCurrent()) return graph
        null
    }

    private fun newGraph(thread: ThreadHandle, isPrimary: Boolean): ThreadGraph {
        val becomesPrimary = primary == null && (isPrimary || isOnMainThread())
        val graph = ThreadGraph(this, if (becomesPrimary) 0 else numbers.take(), isLeased = false, thread)
        graphs.add(graph)
        if (becomesPrimary) {
            graph.becomePrimary()
            primary = graph
        }
        return graph
    }

    private fun lend(thread: ThreadHandle): ThreadGraph {
        val known = idle.removeLastOrNull()
        if (known != null) {
            known.owner = thread
            return known
        }
        return ThreadGraph(this, numbers.take(), isLeased = true, thread).also { graphs.add(it) }
    }

    /** The calling virtual thread has no open region any more and returns [graph]. */
    fun giveBack(graph: ThreadGraph) {
        currentGraph = null
        var wasIdle = false
        val isTooMany = lock.hold {
            wasIdle = graph.isIdle
            graph.pushes.clear()
            val isFull = !wasIdle && idle.size >= MAX_IDLE_GRAPHS
            if (!isFull && !wasIdle) {
                idle.add(graph) // first, because allocating it may fail
                graph.formerOwner = graph.owner
                graph.owner = ThreadHandle.NOBODY
            }
            isFull
        }
        if (wasIdle) reportGivenBackTwice()
        if (isTooMany) retire(graph)
    }

    /** Otherwise two threads would write to it. */
    private fun reportGivenBackTwice() = problems.report("given back twice") {
        "a virtual thread returned its call graph twice, which is a bug in timemory: please report it"
    }

    private fun sweepIfDue() {
        val dead = lock.hold {
            if (graphs.size < sweepAt) return
            sweepAt = Int.MAX_VALUE // until this sweep is done
            graphs.filter { it !== primary && !it.isIdle && !it.owner.isAlive() }
        }
        try {
            if (dead.isNotEmpty()) LapOverheads.calibrate(paths.setsInUse(), this, anyAge = true)
            orderLoads()
            dead.forEach(::retire)
        } finally {
            lock.hold { sweepAt = maxOf(MIN_SWEEP, 2 * graphs.size) }
        }
    }

    /** Moves [graph], which is no longer changed, and its recorded data from the active graphs to the retired ones. */
    private fun retire(graph: ThreadGraph) {
        val read = GraphSnapshot(graph, Int.MAX_VALUE).also { it.read(giveUpAt = 0L) }
        lock.hold {
            graphs.remove(graph) // first: on failure its laps are lost rather than counted twice
            retired.add(read.part)
            numbers.giveBack(graph.number)
        }
        paths.releaseNodes(graph.nodeBytes)
        while (true) {
            val pair = lock.hold { retired.nextPair() } ?: return
            val sum = newCollector()
            sum.addAll(pair.first)
            sum.addAll(pair.second)
            lock.hold { retired.replace(pair, sum) }
        }
    }

    fun newCollector() = Collector(collapseThreads, settings.addSecondary, unreadable, openLapListener)

    /** Notified of open laps found when results are made. */
    @Volatile
    internal var openLapListener: OpenLapListener? = null

    /**
     * Returns the node of [graph] for a region with [label] opened at [position]; `null` if it is not recorded. Never throws an
     * [OutOfMemoryError] itself: without memory the lap counts at the overflow node, and is lost if there is none yet.
     */
    fun nodeFor(graph: ThreadGraph, position: Node, label: String, set: ComponentSet): Node? = try {
        findNode(graph, position, label, set)
    } catch (failure: Throwable) {
        if (!isOutOfMemory(failure)) throw failure
        withoutMemory { findNode(graph, position, label, set) }
    }

    /** Runs [action] after node creation has been disabled; returns `null`, which is reported, if there is no memory for that either. */
    private inline fun withoutMemory(action: () -> Node?): Node? = unlessOutOfMemory {
        paths.exhaust()
        action()
    }

    /**
     * Whether recording was off at some time before or during the session: a thread that has not measured yet may have pushed regions then.
     */
    @Volatile
    internal var hasBeenOff: Boolean = !settings.enabled

    /** Returns the result of [action]; `null` if there was no memory for it, which is reported: a measured program must not notice. */
    internal inline fun <T : Any> unlessOutOfMemory(action: () -> T?): T? = try {
        action()
    } catch (failure: Throwable) {
        if (!isOutOfMemory(failure)) throw failure
        reportNoMemory()
        null
    }

    /** Reports that laps are lost, as soon as there is memory for the report. */
    fun reportNoMemory() {
        try {
            problems.report("no memory") { "out of memory: some laps were not recorded. Give the program more memory" }
        } catch (failure: Throwable) {
            if (!isOutOfMemory(failure)) throw failure
        }
    }

    private fun findNode(graph: ThreadGraph, position: Node, label: String, set: ComponentSet): Node? {
        val scope = scopeOf(set.requestedScope)
        val parent = if (scope === Scope.FLAT) graph.root else position
        if (parent.path.depth >= maxDepth) return tooDeep()
        val recorded = recordedLabel(label)
        var node = if (scope === Scope.TIMELINE) null else parent.findChild(recorded, set)
        if (node == null) node = newNode(graph, parent, paths.below(parent.path, recorded, set, scope, graph.pathNumber, needsNode = true))
        if (node.isOpen) node = spareOf(node, isNested = false)
        if (node.path.scope === Scope.FLAT) {
            node.position = position
        } else if (scope === Scope.TREE && node.parent === position) {
            position.recent?.follower = node
            position.recent = node
        }
        return node
    }

    fun tooDeep(): Node? {
        if (maxDepth == Settings.DEFAULT.maxDepth) {
            problems.report("depth") {
                "regions are nested deeper than TIMEMORY_MAX_DEPTH=$maxDepth: deeper ones are not recorded"
            }
        }
        return null
    }

    /** Returns the node for [path] below [parent], or an enclosing overflow node: then the lap is part of its laps. */
    private fun newNode(graph: ThreadGraph, parent: Node, path: CallPath): Node {
        var around: Node? = parent
        while (around != null && around.path.isOverflow) {
            if (around.path === path && !around.isFrame) return if (around.isOpen) spareOf(around, isNested = true) else around
            around = around.parent
        }
        return nodeAt(graph, parent, path)
    }

    /** Returns the node of [graph] for [path], below [parent] or, if [path] is not a child of the parent's path, below an anchor. */
    fun nodeAt(graph: ThreadGraph, parent: Node, path: CallPath): Node {
        val above = if (parent.path === path.parent) parent else graph.anchor(path.parent!!, parent.insideFrom)
        if (path.scope !== Scope.TIMELINE) above.findChild(path.label, path.set)?.let { return it }
        reportUnavailable(path.set, graph)
        val node = Node(graph, path.label, path.set, above, path)
        graph.nodeBytes += paths.addNode(path.set)
        above.addChild(node)
        return node
    }

    /**
     * Returns a closed spare of [node] with its own component instances, whose laps count as those of [node] or, [isNested], as part of
     * them.
     */
    fun spareOf(node: Node, isNested: Boolean): Node {
        // In a recursion they are used one after another: usually the one after the spare used last is free.
        val spare = freeFrom(node.recentSpare, isNested) ?: freeFrom(node, isNested) ?: newSpare(lastOf(node), isNested)
        node.recentSpare = spare
        return spare
    }

    private fun freeFrom(first: Node?, isNested: Boolean): Node? {
        var spare = first
        while (spare != null) {
            if (spare.detached?.isOver == true) spare.graph.reclaim(spare)
            if (!spare.isOpen && spare.isNested == isNested) return spare
            spare = spare.spare
        }
        return null
    }

    private fun lastOf(node: Node): Node {
        var last = node
        while (true) last = last.spare ?: return last
    }

    /** Returns the totals for recursive laps of the flat [node]. */
    fun recursiveOf(node: Node): Node {
        var last = node.spare ?: newSpare(node, isNested = false)
        while (last.isNested || last.isOpen) last = last.spare ?: newSpare(last, isNested = false)
        return last
    }

    private fun newSpare(last: Node, isNested: Boolean): Node = Node(last.graph, last.label, last.set, last.parent, last.path).also {
        it.position = last.position
        it.setNested(isNested)
        last.spare = it
    }

    fun reportUnavailable(set: ComponentSet, graph: ThreadGraph) {
        if (set.isAvailable && !graph.isLeased) return
        for ((i, type) in set.types.withIndex()) {
            val reason = set.unavailable[i]
            if (reason != null) {
                if (set.isOptional(i)) continue
                problems.report("unavailable ${type.id}") {
                    "component ${type.id} is unavailable here and was skipped: $reason"
                }
            } else if (graph.isLeased && type.isLeftOutOnVirtualThreads) {
                problems.report("virtual ${type.id}") {
                    "component ${type.id} is skipped on virtual threads: its values belong to the carrier thread, which runs other " +
                        "virtual threads as well"
                }
            }
        }
    }

    /** The approximate number of laps so far, from the changes made by closing them; an overestimate if some threads have ended. */
    internal fun lapsSoFar(): Long = lock.hold { if (retired.isEmpty) graphs.sumOf { (it.changes ushr 1).toLong() } else Long.MAX_VALUE }

    /** Determines the overhead of laps, which [collect] includes. */
    fun calibrate() = LapOverheads.calibrate(paths.setsInUse(), this, anyAge = isPart)

    /**
     * Returns the results so far, of all threads at one point in time; threads continue meanwhile. Calls components, so it holds no lock.
     */
    fun collect(): Results {
        val snapshot = beginSnapshot()
        val collector = try {
            snapshot.read()
        } finally {
            endSnapshot(snapshot)
        }
        for (name in snapshot.unsteady) {
            problems.report("unsteady $name") {
                "thread '$name' kept closing a region while results were made: its last lap may be counted only in part"
            }
        }
        for (part in snapshot.graphs) part.graph.frame?.let { if (it.isLeftOver()) it.reportLeftOver() }
        checkWallClockSource(problems)
        if (!isPart) sampler?.addTo(collector)
        for ((kind, sentence) in collector.failures) problems.report(kind, sentence)
        val graphs = collector.callGraphs(ids)
        reportLargeSums(graphs, problems)
        val attachments = if (isPart) null else SessionHooks.series?.invoke(this, graphs)
        val known = if (isPart) emptyList() else problems.all()
        return Results(
            graphs, processId(), threadCount(), known, devices = devices, attachments = attachments, madeAt = wallNanoseconds() / 1000L,
            threadNames = lock.hold { threadNames.all() },
        )
    }

    private fun beginSnapshot(): Snapshot {
        prepareToKeep()
        return lock.hold { publishSnapshot() }
    }

    private fun publishSnapshot(): Snapshot {
        val serial = ++latestSnapshot
        snapshotsInWork++
        // First of all: from then on, threads preserve the values they change for this snapshot.
        isActive = false
        val parts = graphs.map { graph -> GraphSnapshot(graph, serial).also { graph.snapshots += it } }
        revokeEach()
        return Snapshot(this, serial, parts, retired.all(), openLaps.now())
    }

    /** Makes regions that threads measure outside of Kotlin be measured here again, starting with their next laps. */
    fun revokeLent(): Unit = lock.hold { revokeEach() }

    private fun revokeEach() {
        for (graph in graphs) graph.cachedRegion?.revoke()
    }

    private fun endSnapshot(snapshot: Snapshot) = lock.hold {
        for (part in snapshot.graphs) part.graph.snapshots -= part
        if (--snapshotsInWork == 0 && !ended) isActive = true
    }

    /** Whether nodes were released that results would need. */
    @Volatile
    internal var isReleased: Boolean = false
        private set

    /** Everything has been read: the nodes are no longer needed, and writing needs the memory. */
    fun releaseNodes() = lock.hold {
        isReleased = true
        graphs.forEach(ThreadGraph::release)
        paths.clear()
    }

    /** Everything has been read and written: releases it, because idle threads keep their graphs until they measure again. */
    fun release() = lock.hold {
        graphs.forEach(ThreadGraph::release)
        graphs.clear()
        idle.clear()
        paths.clear()
        ids.clear()
        openLaps.clear()
        primary = null
    }

    private fun threadCount() = numbers.largest + (if (primary == null) 0 else 1)
}

/**
 * Assigns numbers to threads, starting at 1, because 0 is the primary thread; numbers of ended threads are reused. Guarded by the session's
 * lock.
 */
internal class NumberPool {
    private val free = ArrayList<Int>()

    /** Maximum number of graphs in use at once. */
    var largest: Int = 0
        private set

    fun take(): Int = if (free.isEmpty()) ++largest else free.removeAt(free.lastIndex)

    fun giveBack(number: Int) {
        free.add(number)
    }
}
