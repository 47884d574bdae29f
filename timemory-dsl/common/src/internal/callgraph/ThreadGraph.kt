package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField
import timemory.Binding
import timemory.Components
import timemory.Strand
import timemory.abandonMarkers
import timemory.internal.lean.*
import timemory.internal.platform.ThreadHandle
import timemory.internal.platform.hasVirtualThreads
import timemory.internal.platform.isOutOfMemory
import timemory.internal.platform.isStackNearlyFull
import timemory.internal.platform.orderStores

/**
 * One thread's call graph while it grows.
 *
 * Only its thread writes to it, without locks or atomic operations. The thread's open regions form a chain from [top] outwards.
 * [version] is odd while a region is being closed, and moves with each: this shows a thread that makes results that something happened
 * ([Snapshot] tells how). A region is opened by one store to [top], when its components have been started.
 *
 * **Anchors.** The parent of a region is the region open around it on its thread. If there is none, or if the work was passed on by another
 * thread or belongs to a coroutine, the parent is a [CallPath] instead. For each such place the thread's tree has a separate top node, the
 * anchor.
 *
 * **Sea level.** Work without a propagated context, on a thread other than the primary one and outside of all regions, is recorded below
 * the primary thread's place at that moment.
 *
 * **Frames.** Propagated work and the slices of a coroutine can run on a thread that has open regions of its own: in
 * `runBlocking`, in a pool whose threads help each other out, in an executor that runs tasks in the caller. A [ContextFrame] in the chain
 * of open regions sets them apart.
 *
 * **Leasing.** Virtual threads come by the million. They borrow a graph ([isLeased]) when they open a region and return it when the
 * outermost one closes.
 */
@PublishedApi
internal class ThreadGraph(
    @JvmField val session: Session,
    @JvmField val number: Int,
    /** Whether it serves one virtual thread after another. */
    @JvmField val isLeased: Boolean,
    /** The thread that writes to it now. */
    @JvmField var owner: ThreadHandle,
) {
    @JvmField
    val root: Node = Node(this, "", NO_COMPONENTS, null, session.paths.root)

    @JvmField
    var top: Node = root

    init {
        root.position = null
    }

    fun becomePrimary() {
        root.position = root
    }

    /** The platform's reference to this graph. Created together with it, so that switching a thread to another graph does not allocate. */
    internal val reference: Any? = referenceTo(this)

    @JvmField
    var version: Int = 0

    /**
     * Notified before the current call path changes while the thread is sampled; otherwise `null`, and the only cost is that check. Set by
     * any thread: the graph's own thread may see it a moment later.
     */
    @JvmField
    var watch: PositionWatch? = null

    /** The current call path, for samples: unlike with [position], a flat region has its own path, and without a region it is the root. */
    val path: CallPath
        get() {
            val node = top
            return if (node.isFrame) (node.position ?: root).path else node.path
        }

    /** Notifies [watch]. If it runs out of memory, the region is still recorded. */
    internal inline fun tellWatch(tell: (PositionWatch) -> Unit) {
        try {
            watch?.let(tell)
        } catch (failure: Throwable) {
            reportUnwatched(failure)
        }
    }

    /**
     * One function for all events of regions. Kotlin/Native inlines a function with a single caller, however large, and a function that
     * catches exceptions costs more to call: so those that open and close regions would no longer be inlined themselves.
     */
    private fun tell(event: Int, node: Node?, lap: SuspendingLap?) = tellWatch {
        when (event) {
            OPENS -> it.opens(this, node!!)
            CLOSES -> it.closes(this, node!!)
            ENDED -> it.ended(lap!!)
            else -> it.changes(this)
        }
    }

    /** Tells [watch] that the suspending region of [lap] has ended. */
    internal fun tellEnded(lap: SuspendingLap) = tell(ENDED, null, lap)

    private fun reportUnwatched(failure: Throwable) {
        if (!isOutOfMemory(failure)) throw failure
        session.unlessOutOfMemory {
            session.problems.report("no memory for samples") {
                "out of memory: some call paths were not recorded, and samples or slow laps are missing. Give the program more memory"
            }
        }
    }

    /** For regions that are measured elsewhere; `null` where none ever was. */
    @Volatile
    var cachedRegion: CachedRegion? = null

    /** [version], and that of what is cachedRegion: grows with whatever happens in the graph, odd while something does. */
    val changes: Int get() = version + (cachedRegion?.version ?: 0)

    /** What was [cachedRegion] is a region like all others again. By its thread. */
    fun reclaimCachedRegion() {
        val region = cachedRegion ?: return
        val node = region.node ?: return
        beginChange()
        region.restore(node)
        region.node = null
        endChange()
    }

    /** The region that the thread is in; may be read by any thread. */
    val innermost: Node get() = cachedRegion?.openNode ?: top

    /** The innermost frame, `null` where the thread runs nothing but its own work. */
    var frame: ContextFrame? = null

    /**
     * Whether no virtual thread has it now. One word together with [owner]: the previous owner reads that it has no owner or another one,
     * and never that it still owns it.
     */
    val isIdle: Boolean get() = owner === ThreadHandle.NOBODY

    /** Whether it is apart from the session's others, for [EmptyLaps], and no lap of its thread belongs into another one meanwhile. */
    internal var isForEmptyLaps: Boolean = false

    /** The virtual thread that had it before [owner], `null` for none: it has left nothing open in it. */
    @Volatile
    internal var formerOwner: ThreadHandle? = null

    /** Whether it may be given back to wait for another virtual thread; where there are none, that is known when the code is compiled. */
    internal val isBorrowed: Boolean get() = hasVirtualThreads && isLeased

    /** How often its thread needs it in addition to its open regions: it is not released meanwhile. */
    private var pins = 0

    internal fun pin() {
        pins++
    }

    /** The caller then releases the graph if that is due, by [giveBackUnlessNeeded]. */
    internal fun unpin() {
        pins--
    }

    /** Does [action], which may close the last region of a virtual thread: no other thread gets the graph before it is done. */
    internal inline fun whilePinned(action: () -> Unit) {
        val isPinned = isBorrowed && owner.isCurrent()
        if (isPinned) pin()
        try {
            action()
        } finally {
            if (isPinned) {
                unpin()
                giveBackUnlessNeeded()
            }
        }
    }

    private var spareFrames: ContextFrame? = null
    private val anchors = Anchors(this)

    /**
     * The recent places of the primary thread, two nodes as in a loop, and the parents for regions below them: reading the nodes would mean
     * waiting for memory that another processor writes to.
     */
    private var seaNode: Node? = null
    private var seaAnchor: Node = root
    private var earlierSeaNode: Node? = null
    private var earlierSeaAnchor: Node = root

    /** The node of a suspending region that was asked for last, which in a loop is the next one too. */
    private var recentSuspending: Node? = null

    /** The node below [anchor] of a suspending region with [label] and [set]; `null` where there is none yet. */
    internal fun suspendingNode(anchor: Node, label: String, set: ComponentSet): Node? {
        val recent = recentSuspending
        if (recent != null && recent.parent === anchor && recent.label === label && recent.set === set) return recent
        return anchor.findChild(label, set)?.also { recentSuspending = it }
    }

    val pushes = SkippedPushes(this)

    /** About what its nodes take, in bytes: see [NodeMemory]. */
    var nodeBytes: Long = 0L

    /** The tops of this thread's tree: the root, and its anchors. */
    fun tops(): List<Node> {
        val tops = arrayListOf(root)
        anchors.addTo(tops)
        return tops
    }

    /** Whether its thread makes results now, as a component may while it stops: then its current operation continues only afterwards. */
    @Volatile
    internal var isReading: Boolean = false

    /** What is being read of it, the latest last. Set by others, under the session's lock. */
    @Volatile
    var snapshots: List<GraphSnapshot> = emptyList()

    /** Values so far of open regions that only this thread could read, and read when it ended the process. */
    var ownValues: Map<Node, Array<Long?>>? = null
        private set

    /** Reads what belongs to this thread, for another one to make results. Components of others are not asked: they may not answer. */
    fun keepOwnValues() {
        ownValues = openNodes().associateWith { node ->
            Array(node.components.size) { i ->
                val type = node.set.types[i]
                if (type.binding === Binding.THREAD &&
                    Components.isBuiltIn(type)
                ) runCatching { node.openValue(i, mayReadThread = true) }.getOrNull() else null
            }
        }
    }

    /** The open regions and the markers of frames, innermost first, without what is [cachedRegion]. Told to another thread, it is what was true a moment ago. */
    fun openNodes(): List<Node> {
        val nodes = ArrayList<Node>()
        forEachOpen { nodes.add(it) }
        return nodes
    }

    /** Results may be being made: keeps for them which regions are open, before that changes. To be called by its thread. */
    fun keepChain() {
        session.unlessOutOfMemory { for (snapshot in snapshots) snapshot.keepChain() }
    }

    /**
     * Like [keepChain], and also preserves the values of [node] before a lap is added to it.
     *
     * @return the latest snapshot that it was kept for; 0 for none
     */
    fun keepNode(node: Node): Int {
        val snapshots = snapshots
        session.unlessOutOfMemory { for (snapshot in snapshots) snapshot.keepNode(node) }
        val latest = snapshots.lastOrNull()?.serial ?: return 0
        if (node.keptFor < latest) node.keptFor = latest
        orderStores()
        return latest
    }

    /**
     * The session is over and everything read: nothing shall stay with the thread but the graph itself, which an idle thread of a pool
     * keeps until it measures again.
     */
    fun release() {
        if (cachedRegion?.openNode == null) cachedRegion = null // or its thread could not close it
        root.recent = null
        root.children = null
        recentSuspending = null
        anchors.clear()
        seaNode = null
        seaAnchor = root
        earlierSeaNode = null
        earlierSeaAnchor = root
        spareFrames = null
    }

    /** The number its places carry. */
    val pathNumber: Int get() = if (session.collapseThreads) 0 else number

    /** Where a region opened now would hang. */
    @Suppress("NOTHING_TO_INLINE") // the hot path
    inline fun position(): Node = top.position ?: seaLevel()

    fun seaLevel(): Node {
        val primary = session.primaryNode() ?: return root
        if (primary === seaNode) return seaAnchor
        if (primary === earlierSeaNode) return earlierSeaAnchor
        val path = primary.position?.path ?: session.paths.root
        val anchor = session.unlessOutOfMemory { anchor(path, path.depth) } ?: return root
        if (primary.position === primary) { // and always is: it is neither a frame nor flat
            earlierSeaNode = seaNode
            earlierSeaAnchor = seaAnchor
            seaNode = primary
            seaAnchor = anchor
        }
        return anchor
    }

    /** This thread's node for regions whose parent is [path]; see [Node.insideFrom]. */
    fun anchor(path: CallPath, insideFrom: Int): Node = if (path.parent == null) root else anchors.at(path, insideFrom)

    /**
     * The parent of work that was passed on at [path]: the region itself if this thread is in it, waiting for the work or doing it at once;
     * otherwise an anchor.
     */
    fun propagated(path: CallPath): Node {
        val here = position()
        return if (here.path === path) here else anchor(path, path.depth)
    }

    /** How many regions are being opened: components that start may measure, and what they open and close is inside. */
    private var entering = 0

    /** The node of a region that is to be opened now at [position], taken for its lap; `null` where it is not to be recorded. */
    fun enter(position: Node, label: String, set: ComponentSet): Node? {
        if (!isBorrowed) return take(position, label, set)
        entering++
        var node: Node? = null
        try {
            node = take(position, label, set)
            return node
        } finally {
            if (node == null) entering--
        }
    }

    private fun take(position: Node, label: String, set: ComponentSet): Node? {
        val recent = position.recent
        if (recent != null) {
            if (recent.label === label && recent.set === set && !recent.isOpen) return recent.take()
            val next = recent.follower
            if (next != null && next.label === label && next.set === set && !next.isOpen) {
                position.recent = next
                return next.take()
            }
        }
        return session.nodeFor(this, position, label, set)?.take()
    }

    /** Makes [node], whose components have been started, the innermost open region. */
    fun opened(node: Node) {
        if (node.outer !== top || watch != null || isBorrowed) return openedRarely(node)
        orderStores()
        top = node
    }

    /** The same for a node that was inside another region before, for a graph that is watched or borrowed, and for frames. */
    private fun openedRarely(node: Node) {
        val around = top
        if (node.outer !== around) {
            node.outer = around
            noteAround(node, around)
        }
        if (watch != null) tell(OPENS, node, null)
        orderStores()
        top = node
        if (isBorrowed && entering > 0 && !node.isFrame) entering--
    }

    /** What other threads must not see by halves is about to change: the components of a region are stopped, or it leaves the chain. */
    fun beginChange() {
        version = version + 1 or 1 // also after one that an error broke off
        orderStores()
    }

    /**
     * The version is new even if a region that a component measured in its own `stop` has ended a change within this one. From then until
     * this change ends the version is even: results made in that moment may count the lap that is ending as recorded and as open. A count
     * of nested changes would not survive an error that breaks one off, which nothing notices until the next change.
     */
    fun endChange() {
        orderStores()
        version = version + 2 and 1.inv()
    }

    /** Whether [node] is open on this thread. */
    fun isInChain(node: Node): Boolean {
        forEachOpen { if (it === node) return true }
        return false
    }

    /**
     * Ends what an error, as of a stack that overflows, left open inside [node], which is closed now. Where it broke off the closing of a
     * region, what that had recorded stands.
     *
     * Regions of blocks end with the block around them. One with a holder may stay open longer than one around it, and may be closed from
     * within a block; but not once its own closing has begun, and what is open inside it then was left open too. That does not tell of a
     * close that found too little stack to begin at all. But the regions around it are closed next, on a stack that is nearly full still:
     * there, all that is open inside is taken for left open.
     */
    fun completeInside(node: Node) {
        if (!isInChain(node)) return
        val brokenOff = brokenOffInside(node)
        val isStackFull = isStackNearlyFull()
        val isBlock = node.isBlock
        var leaked = isStackFull || brokenOff != null
        val wasChanging = version and 1 != 0
        if (wasChanging) endChange()
        var inner = top
        while (inner !== node) {
            val outer = inner.outer ?: return
            if (inner.isFrame) {
                while (frame?.isOpen == false) frame = frame?.outer
                val innermost = frame
                if (innermost == null || innermost.marker !== inner) {
                    dropBrokenOff(inner) // an error broke off the start of its frame
                } else {
                    if (innermost.strand != null) return
                    if (leaked || isBlock) end(innermost)
                }
            } else if (inner.detached == null && (leaked || isBlock && inner.isBlock)) {
                if (inner === brokenOff) leaked = isStackFull
                if (wasChanging && inner === top) dropBrokenOff(inner) else stopAll(inner)
                inner.endClosing()
                session.unlessOutOfMemory { reportLeftOpen(inner, node) }
            }
            inner = outer
        }
    }

    private fun reportLeftOpen(inner: Node, node: Node) = session.problems.report("left open") {
        "region $inner was left open by an error, most likely a stack overflow, and was closed with region $node around it"
    }

    /** The outermost region inside [node] whose closing was broken off. */
    private fun brokenOffInside(node: Node): Node? {
        var found: Node? = null
        forEachOpen {
            if (it === node) return found
            if (it.isClosing) found = it
        }
        return null
    }

    private fun dropBrokenOff(node: Node) {
        beginChange()
        unchain(node)
        renew(node)
        endChange()
    }

    /** An error, as of a stack that overflows, may have broken off a change; none is under way now. */
    fun completeChange() {
        if (version and 1 != 0) endChange()
    }

    /** The components of [node] have been stopped. */
    fun closed(node: Node) {
        if (watch != null) tell(CLOSES, node, null)
        if (top === node) top = node.outer ?: root else unchain(node)
        node.endLap()
        endChange()
        if (isBorrowed) giveBackUnlessNeeded()
    }

    private fun unchain(node: Node) {
        if (watch != null) tell(CHANGES, node, null)
        if (top !== node) dropDetached(node)
        if (top === node) {
            top = node.outer ?: root
        } else {
            unlink(node)
        }
    }

    /** Takes regions inside [node] off the chain that were closed by other threads. */
    private fun dropDetached(node: Node) {
        var inner = top
        while (inner !== root && inner !== node) {
            val outer = inner.outer ?: return
            if (inner.detached?.isOver == true) {
                if (top === inner) top = outer else unlink(inner)
                renew(inner)
            }
            inner = outer
        }
    }

    /** Takes [node] out of the chain of open regions where it is not the innermost: laps may overlap. */
    private fun unlink(node: Node) {
        var inner: Node = top
        while (inner !== root) {
            val outer = inner.outer ?: return
            if (outer === node) {
                if (!node.isFrame) inner.setOverlaps()
                inner.outer = node.outer
                return
            }
            if (!node.isFrame) inner.setOverlaps()
            inner = outer
        }
    }

    /** Starts a frame whose regions are below [position]; [strand] is the coroutine that runs in it, `null` for propagated work. */
    fun push(position: Node, strand: Strand?): ContextFrame {
        if (this.frame?.isOver == true) {
            pin() // of a virtual thread, which takes it for this frame
            session.unlessOutOfMemory { this.frame?.reportLeftOver() }
            endOver()
            unpin()
        }
        val frame = spareFrames ?: ContextFrame(this)
        spareFrames = frame.outer
        frame.renew(strand, position)
        openedRarely(frame.marker.take())
        // Last, and without a call: an error before it, as of a stack that overflows, leaves a frame that nobody uses again.
        frame.outer = this.frame
        this.frame = frame
        return frame
    }

    /** The innermost frame in which the calling thread runs the coroutine of [strand]. */
    fun frameOf(strand: Strand): ContextFrame? {
        var frame = frame
        while (frame != null && frame.strand !== strand) frame = frame.outer
        return frame
    }

    /** Whether the thread runs a slice of [lap]. */
    fun runs(lap: SuspendingLap): Boolean {
        var frame = frame
        while (frame != null) {
            var slice = frame.slices
            while (slice != null) {
                if (slice.isOf(lap)) return true
                slice = slice.nextInFrame
            }
            frame = frame.outer
        }
        return false
    }

    /** Whether the thread runs a slice by [clock]. */
    fun isIn(clock: ActiveClock): Boolean {
        var frame = frame
        while (frame != null && !frame.has(clock)) frame = frame.outer
        return frame != null
    }

    /**
     * Ends [frame]; regions opened in it that are still open stay so. But what an error left open in propagated work ends with it, as that
     * work is a block.
     */
    fun pop(frame: ContextFrame) {
        if (!frame.isOpen) return
        if (top !== frame.marker && frame.strand == null) completeInside(frame.marker)
        if (frame.isMeasured) frame.endSlices()
        close(frame, isUsedAgain = true)
    }

    private fun end(frame: ContextFrame) {
        frame.endSlices()
        close(frame, isUsedAgain = false)
    }

    /**
     * The marker leaves the chain first: a frame that is used again while an error has left its marker there would make the chain a circle.
     */
    private fun close(frame: ContextFrame, isUsedAgain: Boolean) {
        pin() // a graph that was lent to a virtual thread would go to the next one with the marker
        beginChange()
        closed(frame.marker)
        removeFromFrames(frame)
        val origin = frame.takeOrigin()
        if (isUsedAgain) {
            frame.outer = spareFrames
            spareFrames = frame
        }
        unpin()
        if (isBorrowed) giveBackUnlessNeeded()
        origin?.takeThreadBack()
    }

    /** Its thread is done with the graph of another session. */
    fun takeThreadBack() {
        val graph = if (watch != null) this else currentGraph
        if (graph?.watch != null) graph.tellWatch { it.moves(this) }
        currentGraph = this
        if (isBorrowed) giveBackUnlessNeeded()
    }

    /** Returns the graph of a virtual thread to the pool. */
    internal fun giveBackUnlessNeeded() {
        if (top === root && pins == 0 && entering == 0) session.unlessOutOfMemory { session.giveBack(this) }
    }

    private fun removeFromFrames(frame: ContextFrame) {
        var inner = this.frame
        if (inner === frame) {
            this.frame = frame.outer
            return
        }
        while (inner != null) {
            if (inner.outer === frame) {
                inner.outer = frame.outer
                return
            }
            inner = inner.outer
        }
    }

    /**
     * Ends [frame] because its coroutine is suspended. A plain region still open in it was carried into the suspension: it is taken
     * off the chain, so that nothing else is attached to it. Frames inside it end with it. Frames of propagated work and of other
     * slices are not reused, because their owners will still end them.
     */
    fun popSuspended(frame: ContextFrame) {
        if (!frame.isOpen) return
        whilePinned {
            endSuspended(frame)
            endOver()
        }
    }

    /** Ends the innermost frames whose end was reported on another thread. */
    private fun endOver() {
        while (true) {
            val frame = frame ?: return
            if (!frame.isOver) return
            frame.endsNow()
            endSuspended(frame)
        }
    }

    private fun endSuspended(frame: ContextFrame) {
        var node = top
        while (node !== frame.marker && node !== root) {
            val outer = node.outer ?: break
            if (node.isFrame) {
                val inner = this.frame ?: break
                inner.endsNow()
                if (inner.lap == null) end(inner) else pop(inner)
            } else {
                leave(node)
            }
            node = outer
        }
        pop(frame)
    }

    /**
     * The coroutine of [frame] is suspended after the session has ended: nothing is recorded, but nothing shall stay with the thread of the
     * regions that were opened in it.
     */
    fun detachSlices(frame: ContextFrame) {
        var inner = this.frame
        while (inner != null) {
            inner.detachSlices()
            if (inner === frame) break
            inner = inner.outer
        }
        frame.goBack()
    }

    /** Takes the open region [node] off the chain without a lap. */
    private fun leave(node: Node) {
        val finished = node.detached?.isOver == true
        val left = session.unlessOutOfMemory { DetachedRegion(owner.name, bySuspension = true, isShared = false) } ?: session.leftRegion
        beginChange()
        if (!finished) {
            node.detached = left
            abandonMarkers(node)
        }
        node.isPlain = false
        unchain(node)
        node.abandon()
        endChange()
        if (finished) reclaim(node)
    }

    /** Makes [node], which was left open and then closed elsewhere, fit for another lap. */
    fun reclaim(node: Node) {
        if (!node.isAbandoned) {
            beginChange()
            unchain(node)
            endChange()
        }
        renew(node)
    }

    private fun renew(node: Node) {
        node.detached = null
        node.position = node
        node.failed = 0L
        node.renew(isPlain = node.isUsuallyPlain())
    }

    /** The open regions and the markers of frames, innermost first. */
    inline fun forEachOpen(action: (Node) -> Unit) {
        var node = top
        while (node !== root) {
            action(node)
            node = node.outer ?: return
        }
    }
}

/** A region that was left without being closed. */
internal class DetachedRegion(
    /** Where it was opened. */
    val thread: String,
    val bySuspension: Boolean,
    /** Whether it stands for several regions, of which none tells when the others are closed. */
    private val isShared: Boolean,
) {
    /** Whether its opener has closed it meanwhile. */
    @kotlin.concurrent.Volatile
    var isOver: Boolean = false
        private set

    fun end() {
        if (!isShared) isOver = true
    }
}

private const val OPENS = 0
private const val CLOSES = 1
private const val ENDED = 2
private const val CHANGES = 3
