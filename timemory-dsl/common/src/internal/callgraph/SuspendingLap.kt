@file:OptIn(ExperimentalAtomicApi::class)

package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.coroutines.CoroutineContext
import timemory.ActiveTime
import timemory.Component
import timemory.ComponentType
import timemory.LongComponent
import timemory.LongDeltaComponent
import timemory.MarkerComponent
import timemory.OpenRegion
import timemory.Scope
import timemory.Strand
import timemory.Stream
import timemory.StreamComponent
import timemory.SuspendedTime
import timemory.Suspensions
import timemory.ThreadChanges
import timemory.abandonMarkers
import timemory.internal.platform.ThreadHandle
import timemory.internal.platform.wallNanoseconds

/**
 * One lap of a region around code that suspends.
 *
 * Components that belong to the process, or that continue while suspended, are started once at its start and stopped once at its end, on
 * any threads ([whole]). Thread-bound components are started and stopped for each slice, on the slice's thread, and their values are added
 * up ([Slice]). The coroutine's clock ([ActiveClock]) measures the time that threads spent running it.
 *
 * The wall clock is read once at the start, after all other components were started, and once at the end, before they are stopped:
 * components that record elapsed, active and suspended time all use that reading, so the latter two add up to the first.
 *
 * The last event records the lap: the end of the region, or the end of a late slice. Each first announces its own end, by a volatile store,
 * and then checks whether all the others have ended; so the last one sees it, and if two see it at once, [recordings] decides. It is
 * recorded in the call graph of that thread.
 *
 * A lap recorded by the end of its region has no running slice, and is referenced only by the thread that makes results. It waits at its
 * node to be reused for the next lap there ([isReusable], [reuse]), which then allocates nothing, takes no lock, and leaves no weak
 * reference to the garbage collector.
 */
@PublishedApi
internal class SuspendingLap(
    val session: Session,
    strand: Strand?,
    outer: SuspendingLap?,
    /** Where it is recorded. */
    val path: CallPath,
    /** The parent path of regions inside it. */
    internal val innerPath: CallPath,
    /** The depth from which its ancestors belong to the same coroutine. */
    val insideFrom: Int,
    /** The region's components and those common to all suspending regions. */
    val set: ComponentSet,
    stream: Stream?,
    /** Whether it has a holder, which may close it at any time. */
    private val isHeld: Boolean,
) : OpenRegion {
    /** The coroutine; `null` if it does not carry a strand. */
    var strand: Strand? = strand
        private set

    /** The enclosing suspending region in the same coroutine. */
    var outer: SuspendingLap? = outer
        private set

    /** The stream for components that accept one; `null` for none. */
    var stream: Stream? = stream
        private set

    val whole: Array<Component?> = Array(set.size) { i -> if (isWhole(i)) set.create(i, path.label, onVirtualThread = false) else null }

    /**
     * The components of [whole] that record the wall clock's reading, and the others, as bit sets: querying a component would be a virtual
     * call. There are at most 64 of both, because those common to all suspending regions are in neither.
     */
    private val byWallClock: Long = whole.bitsWhere { (it as? LongDeltaComponent)?.readsWallClock == true }
    private val bySelf: Long = whole.bitsWhere { it != null } and byWallClock.inv()

    private val coroutineKinds: IntArray = set.coroutineKinds

    /** When threads run its coroutine, in timelines. */
    private val runs: RecordedRuns? = (path as? LapPath)?.recordRuns()

    /** The components of [whole] that are notified of each slice; usually there are none. */
    private val markers: Array<MarkerComponent?>? =
        if (whole.none { it is MarkerComponent }) null else Array(whole.size) { i -> whole[i] as? MarkerComponent }

    /**
     * How often it was recorded: the thread that increments it does the recording. A late slice that tries when the next lap is open
     * increments it to no effect.
     */
    private val recordings = AtomicInt(0)

    /** The slice that the coroutine's own code took last. */
    private var slice: Slice? = null

    @Volatile
    private var slices: Slice? = null
    private var isListed = false

    /** The next lap that waits at the same node, and the number of laps after it. */
    private var nextPooled: SuspendingLap? = null
    private var pooledBehind = 0
    private var anchorGraph: ThreadGraph? = null
    private var anchorNode: Node? = null

    /** The node where it was recorded and waited for this lap, which is usually recorded there too. */
    private var pooledAt: Node? = null
    private var thread: ThreadHandle? = null

    /** Bit `i` is set once component `i` of [whole] threw. The components common to all suspending regions come last, and need no bit. */
    private var failed = 0L

    /** Whether part of it cannot be measured by thread-bound components. */
    private var missesThreadValues = false

    /** Whether it is part of a lap at the same position, which is only possible if labels exceed the limit; see [Node.isNested]. */
    val isNested: Boolean = path.isOverflow && isWithinItself()

    private fun isWithinItself() = generateSequence(openOuter()) { it.openOuter() }.any { it.path === path }

    private val isRecursive = path.scope === Scope.FLAT && isWithinItself()

    /** The data for results until it is recorded. Markers are excluded: they record nothing, and may reference the coroutine. */
    val open =
        OpenLap(this, if (markers == null) whole else Array(whole.size) { i -> whole[i].takeUnless { it is MarkerComponent } })

    /** Whether its region has ended; recording may still wait for the end of a slice. */
    val isClosed: Boolean get() = open.isClosed

    /** Whether it can measure a second lap at its node like the first one. */
    private val isReusable = !isHeld && path.scope === Scope.TREE && !path.isOverflow && set.isReusable

    /** Whether the end of the region has just recorded the lap completely. */
    private fun wasRecordedWhole(): Boolean {
        val only = slices
        return isReusable && only != null && only.next == null && open.recordedIn == 0 && session.isActive &&
            failed or only.failed == 0L && !open.missesActiveTime && !missesThreadValues
    }

    /** Reuses it for the lap of [strand] that starts now, as if it were new. Only while no results are being made. */
    fun reuse(strand: Strand, outer: SuspendingLap?, stream: Stream?) {
        this.strand = strand
        this.outer = outer
        this.stream = stream
        open.suspensions = 0L
        open.threadChanges = 0L
    }

    /** Returns it to the pool of [node], without any reference to the coroutine; `false` if the pool is full. */
    private fun returnToPool(node: Node): Boolean {
        if (!areReset()) return false
        val others = node.pooledLap
        val behind = if (others == null) 0 else others.pooledBehind + 1
        if (behind == MAX_POOLED) return false
        nextPooled = others
        pooledBehind = behind
        node.pooledLap = this
        pooledAt = node
        strand = null
        outer = null
        stream = null
        slice = null
        thread = null
        if (anchorGraph !== node.graph) {
            anchorGraph = null
            anchorNode = null
        }
        open.clock = null
        return true
    }

    /**
     * Clears the recorded values of the components; `false` if one failed to, which is reported once, and is then created again for each
     * lap.
     */
    private fun areReset(): Boolean {
        try {
            for (component in whole) component?.reset()
            slices?.reset()
            return true
        } catch (failure: Throwable) {
            session.unlessOutOfMemory {
                session.problems.report("reset in $set") {
                    "a component of region $path failed to reset, and new ones are created for each lap: $failure"
                }
            }
            return false
        }
    }

    /** Removed from [node], where it was the first in the pool. */
    fun leave(node: Node) {
        node.pooledLap = nextPooled
        nextPooled = null
    }

    private fun isWhole(index: Int): Boolean = !set.isThreadBound(index) && !set.isCoroutineType(index)

    /**
     * Starts the lap on the calling thread, in the coroutine with [context]. [frame] is the lap's own; `null` if its slices are not
     * tracked.
     */
    fun start(frame: ContextFrame?, context: CoroutineContext) {
        if (!isListed) {
            isListed = true
            session.openLaps.add(open)
        }
        forEachBitDown(bySelf) { i -> guarded(i, "start") { start(whole[i], context) } }
        val clock = if (frame == null) null else strand?.activeClock
        if (frame == null || clock == null) {
            open.missesActiveTime = true
            missesThreadValues = true
        } else {
            thread = frame.graph.owner
            newSlice(frame).beginIn(frame)
        }
        val now = wallNanoseconds()
        open.begin = now
        (path as? LapPath)?.startsAt(now)
        forEachBit(byWallClock) { i -> (whole[i] as LongDeltaComponent).startAt(now) }
        if (clock != null) {
            if (!frame!!.graph.isIn(clock)) frame.add(clock.resume(now))
            open.activeAtBegin = clock.at(now)
            open.clock = clock
        }
        open.started()
    }

    private fun start(component: Component?, context: CoroutineContext) {
        val stream = stream
        if (stream != null && component is StreamComponent) {
            component.start(stream)
        } else if (component is MarkerComponent) {
            component.startSuspending(context)
        } else {
            component?.start()
        }
    }

    /**
     * A thread resumes the coroutine while this region and its ancestors are open. Their slices start from the outermost region inwards and
     * end from the innermost outwards, in the order of the frame, so that each lies within that of its parent.
     */
    fun resumeAll(frame: ContextFrame) {
        frame.add(strand!!.activeClock.resume(wallNanoseconds()))
        if (openOuter() == null) return resume(frame).beginIn(frame) // usually it is the only one
        resumeInside(null, frame)
    }

    /** Like [resumeAll], on a thread that already runs an outer part of the coroutine, with its outermost region or none. */
    internal fun resumeInner(frame: ContextFrame) {
        val graph = frame.graph
        var running: SuspendingLap? = this
        while (running != null && !graph.runs(running)) running = running.openOuter()
        if (running === this) return
        val clock = strand!!.activeClock
        if (!graph.isIn(clock)) frame.add(clock.resume(wallNanoseconds()))
        resumeInside(running, frame)
    }

    private fun resumeInside(around: SuspendingLap?, frame: ContextFrame) {
        var taken: Slice? = null
        try {
            var lap: SuspendingLap? = this
            while (lap !== around && lap != null) {
                taken = lap.resume(frame).also { it.nextInFrame = taken }
                lap = lap.openOuter()
            }
            while (true) {
                val slice = taken ?: return
                taken = slice.nextInFrame
                slice.beginIn(frame)
            }
        } catch (failure: Throwable) {
            giveBack(taken)
            throw failure
        }
    }

    /** Ends [slices] that were taken but not started: without a frame, they would run for ever, and their laps would never be recorded. */
    private fun giveBack(slices: Slice?) {
        var slice = slices
        while (slice != null) {
            val next = slice.nextInFrame
            slice.nextInFrame = null
            slice.lap.missesThreadValues = true
            slice.giveBack()
            slice = next
        }
    }

    /** The innermost enclosing region that is still open. */
    internal fun openOuter(): SuspendingLap? {
        var around = outer
        while (around != null && around.isClosed) around = around.outer
        return around
    }

    private fun Slice.beginIn(frame: ContextFrame) {
        nextInFrame = frame.slices
        frame.slices = this
        if (lap.runs != null) beginRun(frame.graph.number)
        start(frame.graph.isLeased)
        lap.attachMarkers()
    }

    /** A thread has run the coroutine from [begin] until now. */
    internal fun endRun(begin: Long, thread: Int) {
        val path = path as? LapPath ?: return
        runs?.add(path.timeOf(begin), path.timeOf(wallNanoseconds()), thread, session.hasRoomForRun())
    }

    private fun resume(frame: ContextFrame): Slice {
        open.suspensions++
        if (thread?.isCurrent() != true) {
            open.threadChanges++
            thread = frame.graph.owner
        }
        return newSlice(frame)
    }

    private fun newSlice(frame: ContextFrame): Slice {
        if (frame.graph.isLeased && set.isAnyThreadBound) {
            missesThreadValues = true
            session.reportUnavailable(set, frame.graph)
        }
        return takeSlice().also { slice = it }
    }

    private fun takeSlice(): Slice {
        var slice = slices
        while (slice != null) {
            if (slice.take()) return slice
            slice = slice.next
        }
        // Only the coroutine itself adds slices, and it runs on one thread at a time.
        try {
            return Slice(this, slices).also { slices = it }
        } catch (failure: Throwable) {
            missesThreadValues = true
            throw failure
        }
    }

    private fun attachMarkers() {
        if (markers != null) attach(markers)
    }

    /** Markers that could not be started must not attach either. */
    private fun attach(markers: Array<MarkerComponent?>) {
        for (i in markers.indices) if (failed and (1L shl i) != 0L) markers[i] = null
        slice?.attach(markers)
    }

    /** Ends the region on the calling thread; ending it again does nothing. */
    override fun close() {
        if (!isClosed) closeSuspending(this)
    }

    /**
     * The region is closed after its session has ended: nothing is recorded, but what was started in other tools is ended. What is attached
     * to another thread stays until that thread suspends the coroutine, because no other thread can detach it.
     */
    fun abandon() {
        abandonMarkers(whole) { i, failure -> reportFailure(i, "abandon", failure) }
        if (thread?.isCurrent() == true) slice?.detach()
    }

    /** Ends the region; [slice] is the one that runs it, `null` if its slices are not tracked. Returns the wall clock's reading. */
    fun stop(graph: ThreadGraph, slice: Slice?, isInnermost: Boolean): Long {
        val recorded = recordedLaps // until it is closed, no thread records it
        val now = wallNanoseconds()
        open.end = now
        forEachBit((byWallClock or bySelf) and failed.inv()) { i ->
            guarded(i, "stop") {
                if (byWallClock and (1L shl i) != 0L) (whole[i] as LongDeltaComponent).stopAt(now) else whole[i]?.stop()
            }
        }
        val clock = open.clock
        if (slice == null || clock == null) {
            open.missesActiveTime = true
            missesThreadValues = true
        } else {
            open.activeAtEnd = clock.at(now)
        }
        slice?.end()
        open.closed()
        if (graph.watch != null) graph.tellEnded(this)
        recordIfLast(graph, recorded, mayPool = isInnermost)
        return now
    }

    /** The number of laps, of which the current one is not recorded while one of its slices runs. */
    val recordedLaps: Int get() = recordings.load()

    /** A slice, or the region, has ended and announced it; [recorded] is the number of laps before the one that it belongs to. */
    fun recordIfLast(graph: ThreadGraph, recorded: Int, mayPool: Boolean = false) {
        if (!isClosed) return
        var slice = slices
        while (slice != null) {
            if (slice.isRunning) return
            slice = slice.next
        }
        if (recordings.compareAndSet(recorded, recorded + 1)) record(graph, mayPool)
    }

    /**
     * Returns the node of [graph] that is the parent of regions inside. Called by the coroutine's own thread, usually for the same graph.
     */
    fun anchorIn(graph: ThreadGraph): Node {
        val known = anchorNode
        if (known != null && anchorGraph === graph) return known
        return graph.anchor(innerPath, insideFrom).also {
            anchorGraph = graph
            anchorNode = it
        }
    }

    private fun record(graph: ThreadGraph, mayPool: Boolean) {
        val own = session.unlessOutOfMemory { ownNode(graph) } ?: return session.openLaps.remove(open)
        val node = session.unlessOutOfMemory { nodeOf(graph, own) } ?: return session.openLaps.remove(open)
        graph.beginChange()
        val distributions = node.distributions
        for (i in node.components.indices) {
            guarded(i, "record") {
                val component = node.components[i]
                val before = if (component == null) 0L else component.laps // not boxed
                record(i, component)
                val isRecorded = component != null && component.laps != before
                if (distributions != null && component is LongComponent && isRecorded) distributions[i]?.record(component.last)
                if (isRecorded && path.scope === Scope.FLAT) noteInOuter(node.set.types[i], component)
                inside?.get(i)?.let { noteLapInside(node, i) { to -> to.recordSumOf(listOf(it)) } }
            }
        }
        inside = null
        open.recorded()
        graph.endChange()
        // If paths distinguish threads, a lap that moved to another thread is recorded at a different node than the next one.
        if (mayPool && own.path === path && wasRecordedWhole() && returnToPool(own)) return
        session.openLaps.remove(open)
    }

    /** The values of flat regions that ended directly inside it: see FlatRegions.kt. */
    private var inside: Array<Component?>? = null

    /** Reports the values of this lap to the innermost enclosing suspending region that has a component of [type]. */
    private fun noteInOuter(type: ComponentType<*>, component: Component) {
        var around = openOuter()
        while (around != null) {
            val index = around.set.types.indexOf(type)
            if (index >= 0 && around.set.unavailable[index] == null) {
                val all = around.inside ?: arrayOfNulls<Component>(around.set.size).also { around.inside = it }
                (all[index] ?: type.create().also { all[index] = it }).recordLastLapOf(component)
                return
            }
            around = around.openOuter()
        }
    }

    private fun ownNode(graph: ThreadGraph): Node {
        val known = pooledAt
        if (known != null && known.graph === graph) return known
        return session.nodeAt(graph, graph.anchor(path.parent!!, insideFrom), path)
    }

    /**
     * Returns the node at which the lap is recorded, given the one at its position, [own]; preserves its values for results that are being
     * made.
     */
    private fun nodeOf(graph: ThreadGraph, own: Node): Node {
        val node = when {
            isNested -> session.spareOf(own, isNested = true)
            isRecursive -> session.recursiveOf(own)
            else -> own
        }
        open.recordedIn = if (session.isActive) 0 else graph.keepNode(node)
        return node
    }

    private fun record(index: Int, component: Component?) {
        if (component == null) return
        val kind = coroutineKinds[index]
        if (kind >= 0) {
            if (!open.missesActiveTime) (component as LongComponent).recordValue(open.coroutineValue(kind))
        } else if (set.isThreadBound(index)) {
            if (!missesThreadValues) recordSlices(index, component)
        } else if (failed and (1L shl index) == 0L) {
            val measured = whole[index] ?: return
            recordAll(measured, component)
            component.addSecondaryOf(measured)
        }
    }

    /** Records all laps of [measured] in [component] as one lap; usually without creating a list. */
    private fun recordAll(measured: Component, component: Component) {
        if (!isReusable) {
            component.recordSumOf(listOf(measured))
        } else if (measured.laps > 0L) {
            (component as LongComponent).recordValue((measured as LongComponent).sum)
        }
    }

    /** Records the sum of the slices' values; nothing if one of them failed. */
    private fun recordSlices(index: Int, component: Component) {
        val first = slices ?: return
        if (first.next == null) {
            if (!first.hasFailed(index)) first.components[index]?.let { recordAll(it, component) }
            return
        }
        val all = generateSequence(first) { it.next }.toList()
        if (all.none { it.hasFailed(index) }) component.recordSumOf(all.mapNotNull { it.components[index] })
    }

    private inline fun guarded(index: Int, method: String, action: () -> Unit) {
        try {
            action()
        } catch (failure: Throwable) {
            if (isWhole(index)) failed = failed or (1L shl index)
            reportFailure(index, method, failure)
        }
    }

    fun reportFailure(index: Int, method: String, failure: Throwable) {
        val type = set.types[index]
        session.unlessOutOfMemory {
            session.problems.report("${type.id}.$method") {
                "component ${type.id} failed to $method in region $path and lost that lap: $failure"
            }
        }
    }
}

/** The number that are often open at once at one position; more are created when needed. */
private const val MAX_POOLED = 16

/** The components that every suspending region records in addition to its own. */

/** A smaller set is not that of a suspending region: with this check, most programs never load those types. */
internal const val COROUTINE_TYPE_COUNT: Int = 4

internal val COROUTINE_TYPES: List<ComponentType<*>> = listOf(ActiveTime, SuspendedTime, Suspensions, ThreadChanges)

// Their indices, by which a lap recognises them: comparing types would cost more than everything else done with them.
internal const val ACTIVE_TIME: Int = 0
internal const val SUSPENDED_TIME: Int = 1
internal const val SUSPENSIONS: Int = 2

/** Returns a bit for each component for which [isMeant] is true. */
private inline fun Array<Component?>.bitsWhere(isMeant: (Component?) -> Boolean): Long {
    var bits = 0L
    for (i in indices) if (isMeant(this[i])) bits = bits or (1L shl i)
    return bits
}

/** Calls [action] with the number of each set bit, lowest first. */
private inline fun forEachBit(bits: Long, action: (Int) -> Unit) {
    var rest = bits
    while (rest != 0L) {
        action(rest.countTrailingZeroBits())
        rest = rest and rest - 1L
    }
}

/** Iterates over the set bits, highest first. */
private inline fun forEachBitDown(bits: Long, action: (Int) -> Unit) {
    var rest = bits
    while (rest != 0L) {
        val bit = 63 - rest.countLeadingZeroBits()
        action(bit)
        rest = rest xor (1L shl bit)
    }
}
