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
 * The growing call graph of one thread.
 *
 * Only its thread writes to it, without locks or atomic operations. The thread's open regions form a chain from [top] outwards. [version]
 * is odd while a region is being closed, and changes with each: this shows a thread that makes results that something happened (see
 * [Snapshot]). A region is opened by a single store to [top], after its components have been started.
 *
 * **Anchors.** The parent of a region is the enclosing region on its thread. If there is none, or if the work was propagated from another
 * thread or belongs to a coroutine, the parent is a [CallPath] instead. For each such path the thread's tree has a separate top node, the
 * anchor.
 *
 * **Sea level.** Work without a propagated context, on a thread other than the primary one and outside all regions, is recorded below the
 * primary thread's current position.
 *
 * **Frames.** Propagated work and the slices of a coroutine can run on a thread that has open regions of its own: in `runBlocking`, in a
 * pool whose threads help one another out, in an executor that runs tasks in the caller. A [ContextFrame] in the chain of open regions
 * separates them.
 *
 * **Leasing.** There may be millions of virtual threads. They borrow a graph ([isLeased]) when they open a region and return it when the
 * outermost one closes.
 */
@PublishedApi
internal class ThreadGraph(
    @JvmField val session: Session,
    @JvmField val number: Int,
    /** Whether it serves one virtual thread after another. */
    @JvmField val isLeased: Boolean,
    /** The thread that currently writes to it. */
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
     * Notified before the current call path changes while the thread is sampled; otherwise `null`, and the only cost is that check. May be
     * set by any thread: the graph's own thread may see it slightly later.
     */
    @JvmField
    var watch: PositionWatch? = null

    /** The current call path, for samples: unlike [position], a flat region has its own path, and outside all regions it is the root. */
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
     * A single function for all events of regions. Kotlin/Native inlines a function with a single caller, however large, and a function
     * that catches exceptions costs more to call: otherwise the functions that open and close regions would no longer be inlined
     * themselves.
     */
    private fun tell(event: Int, node: Node?, lap: SuspendingLap?) = tellWatch {
        when (event) {
            OPENS -> it.opens(this, node!!)
            CLOSES -> it.closes(this, node!!)
            ENDED -> it.ended(lap!!)
            else -> it.changes(this)
        }
    }

    /** Notifies [watch] that the suspending region of [lap] has ended. */
    internal fun tellEnded(lap: SuspendingLap) = tell(ENDED, null, lap)

    private fun reportUnwatched(failure: Throwable) {
        if (!isOutOfMemory(failure)) throw failure
        session.unlessOutOfMemory {
            session.problems.report("no memory for samples") {
                "out of memory: some call paths were not recorded, and samples or slow laps are missing. Give the program more memory"
            }
        }
    }

    /** For regions that are measured outside of Kotlin; `null` if there never were any. */
    @Volatile
    var cachedRegion: CachedRegion? = null

    /** The sum of [version] and that of cachedRegion: increases with any change in the graph, odd during a change. */
    val changes: Int get() = version + (cachedRegion?.version ?: 0)

    /** Turns the [cachedRegion] back into an ordinary region. Called by its thread. */
    fun reclaimCachedRegion() {
        val region = cachedRegion ?: return
        val node = region.node ?: return
        beginChange()
        region.restore(node)
        region.node = null
        endChange()
    }

    /** The thread's current region; may be read by any thread. */
    val innermost: Node get() = cachedRegion?.openNode ?: top

    /** The innermost frame; `null` if the thread only runs its own work. */
    var frame: ContextFrame? = null

    /**
     * Whether it is not in use by any virtual thread. A single word with [owner]: the previous owner reads that it has no owner or another
     * one, and never that it still owns it.
     */
    val isIdle: Boolean get() = owner === ThreadHandle.NOBODY

    /**
     * Whether it is separate from the session's other graphs, for [EmptyLaps], and no lap of its thread belongs in another one meanwhile.
     */
    internal var isForEmptyLaps: Boolean = false

    /** The virtual thread that had it before [owner], `null` for none: it has no open regions in it. */
    @Volatile
    internal var formerOwner: ThreadHandle? = null

    /**
     * Whether it may be returned for another virtual thread to use; on targets without virtual threads, this is a compile-time constant.
     */
    internal val isBorrowed: Boolean get() = hasVirtualThreads && isLeased

    /** How many reasons its thread has to keep it in addition to its open regions: it is not released meanwhile. */
    private var pins = 0

    internal fun pin() {
        pins++
    }

    /** The caller then releases the graph if possible, using [giveBackUnlessNeeded]. */
    internal fun unpin() {
        pins--
    }

    /** Runs [action], which may close the last region of a virtual thread: no other thread gets the graph before it has finished. */
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
     * The primary thread's recent positions (two nodes, as in a loop), and the parents for regions below them: reading the nodes would mean
     * waiting for memory that another processor writes to.
     */
    private var seaNode: Node? = null
    private var seaAnchor: Node = root
    private var earlierSeaNode: Node? = null
    private var earlierSeaAnchor: Node = root

    /** The last node looked up for a suspending region, which in a loop is also the next one. */
    private var recentSuspending: Node? = null

    /** Returns the node below [anchor] for a suspending region with [label] and [set]; `null` if there is none yet. */
    internal fun suspendingNode(anchor: Node, label: String, set: ComponentSet): Node? {
        val recent = recentSuspending
        if (recent != null && recent.parent === anchor && recent.label === label && recent.set === set) return recent
        return anchor.findChild(label, set)?.also { recentSuspending = it }
    }

    val pushes = SkippedPushes(this)

    /** The approximate size of its nodes, in bytes: see [NodeMemory]. */
    var nodeBytes: Long = 0L

    /** The top nodes of this thread's tree: the root, and its anchors. */
    fun tops(): List<Node> {
        val tops = arrayListOf(root)
        anchors.addTo(tops)
        return tops
    }

    /** Whether its thread is making results, as a component may do in its `stop`: then its current operation continues only afterwards. */
    @Volatile
    internal var isReading: Boolean = false

    /** The snapshots in progress, the latest last. Set by other threads, under the session's lock. */
    @Volatile
    var snapshots: List<GraphSnapshot> = emptyList()

    /** The values so far of open regions that only this thread could read, read when it ended the process. */
    var ownValues: Map<Node, Array<Long?>>? = null
        private set

    /**
     * Reads the values that belong to this thread, for another one to make results. Components of other modules are not called, because
     * they may not respond.
     */
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

    /**
     * The open regions and the markers of frames, innermost first, without the [cachedRegion]. For another thread, the result may be
     * slightly outdated.
     */
    fun openNodes(): List<Node> {
        val nodes = ArrayList<Node>()
        forEachOpen { nodes.add(it) }
        return nodes
    }

    /** If results are being made, preserves the chain of open regions for them before it changes. Must be called by its thread. */
    fun keepChain() {
        session.unlessOutOfMemory { for (snapshot in snapshots) snapshot.keepChain() }
    }

    /**
     * Like [keepChain], and also preserves the values of [node] before a lap is added to it.
     *
     * @return the latest snapshot that it was preserved for; 0 for none
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
     * The session has ended and everything was read: releases everything except the graph itself, which an idle pool thread keeps until it
     * measures again.
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

    /** The number stored in its paths. */
    val pathNumber: Int get() = if (session.collapseThreads) 0 else number

    /** The parent of a region that would be opened now. */
    @Suppress("NOTHING_TO_INLINE") // the hot path
    inline fun position(): Node = top.position ?: seaLevel()

    fun seaLevel(): Node {
        val primary = session.primaryNode() ?: return root
        if (primary === seaNode) return seaAnchor
        if (primary === earlierSeaNode) return earlierSeaAnchor
        val path = primary.position?.path ?: session.paths.root
        val anchor = session.unlessOutOfMemory { anchor(path, path.depth) } ?: return root
        if (primary.position === primary) { // and never changes: it is neither a frame nor flat
            earlierSeaNode = seaNode
            earlierSeaAnchor = seaAnchor
            seaNode = primary
            seaAnchor = anchor
        }
        return anchor
    }

    /** Returns this thread's node for regions whose parent is [path]; see [Node.insideFrom]. */
    fun anchor(path: CallPath, insideFrom: Int): Node = if (path.parent == null) root else anchors.at(path, insideFrom)

    /**
     * Returns the parent of work propagated from [path]: the region itself if this thread is in it, waiting for the work or doing it
     * directly; otherwise an anchor.
     */
    fun propagated(path: CallPath): Node {
        val here = position()
        return if (here.path === path) here else anchor(path, path.depth)
    }

    /** The number of regions being opened: starting components may open and close regions, which are inside. */
    private var entering = 0

    /** Returns the node of a region to be opened now at [position], reserved for its lap; `null` if it is not to be recorded. */
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

    /** The same for a node that was previously inside another region, for a graph that is watched or borrowed, and for frames. */
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

    /** Starts a change that other threads must see atomically: the components of a region are stopped, or it leaves the chain. */
    fun beginChange() {
        version = version + 1 or 1 // also after one interrupted by an error
        orderStores()
    }

    /**
     * The version is new even if a region that a component opened in its own `stop` has ended a change within this one. From then until
     * this change ends, the version is even: results made at that moment may count the ending lap both as recorded and as open. A counter
     * of nested changes would not survive an error that interrupts one, which goes unnoticed until the next change.
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
     * Ends the regions that an error, such as a stack overflow, left open inside [node], which is being closed. If it interrupted the
     * closing of a region, the values recorded by then are kept.
     *
     * Regions of blocks end with the block around them. A held region may stay open longer than an enclosing one, and may be closed from
     * within a block; but not once its own closing has started, and regions open inside it at that time were left open too. That does not
     * detect a close that had too little stack to start at all. But the regions around it are closed next, on a stack that is still nearly
     * full: then all regions open inside are assumed to be left open.
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
                    dropBrokenOff(inner) // an error interrupted the start of its frame
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

    /** The outermost region inside [node] whose closing was interrupted. */
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

    /** An error, such as a stack overflow, may have interrupted a change; none is in progress now. */
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

    /** Removes regions inside [node] that other threads closed from the chain. */
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

    /** Removes [node] from the chain of open regions if it is not the innermost: laps may overlap. */
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
            pin() // of a virtual thread, which borrows it for this frame
            session.unlessOutOfMemory { this.frame?.reportLeftOver() }
            endOver()
            unpin()
        }
        val frame = spareFrames ?: ContextFrame(this)
        spareFrames = frame.outer
        frame.renew(strand, position)
        openedRarely(frame.marker.take())
        // Last, and without a call: an earlier error, such as a stack overflow, leaves a frame that is never used again.
        frame.outer = this.frame
        this.frame = frame
        return frame
    }

    /** Returns the innermost frame in which the calling thread runs the coroutine of [strand]. */
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

    /** Whether the thread runs a slice of [clock]. */
    fun isIn(clock: ActiveClock): Boolean {
        var frame = frame
        while (frame != null && !frame.has(clock)) frame = frame.outer
        return frame != null
    }

    /**
     * Ends [frame]; regions opened in it that are still open stay open. But regions that an error left open in propagated work end with it,
     * because that work is a block.
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
     * The marker leaves the chain first: if a frame were reused after an error had left its marker there, the chain would become a circle.
     */
    private fun close(frame: ContextFrame, isUsedAgain: Boolean) {
        pin() // a graph that was lent to a virtual thread would be passed to the next one with the marker
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

    /** Its thread no longer uses the graph of another session. */
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
     * Ends [frame] because its coroutine is suspended. A plain region still open in it was carried into the suspension: it is removed from
     * the chain, so that nothing else is recorded below it. Frames inside it end with it. Frames of propagated work and of other slices are
     * not reused, because their owners will still end them.
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
     * The coroutine of [frame] is suspended after the session has ended: nothing is recorded, but everything that the regions opened in it
     * attached to the thread is detached.
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

    /** Removes the open region [node] from the chain without a lap. */
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

    /** Makes [node], which was left open and then closed elsewhere, usable for another lap. */
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
    /** The thread where it was opened. */
    val thread: String,
    val bySuspension: Boolean,
    /** Whether it represents several regions, none of which shows when the others are closed. */
    private val isShared: Boolean,
) {
    /** Whether the thread that opened it has closed it meanwhile. */
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
