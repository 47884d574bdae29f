package timemory.internal.callgraph

import kotlin.jvm.JvmField

/**
 * The state of a [Node]: its lap, who ends that, and what is special about its place. One word, which only the node's thread changes.
 *
 * | lap | bits | comes from | by |
 * |---|---|---|---|
 * | none | - | any of the others | [endLap], [renew] |
 * | of a block | OPEN | none | [takeForLap]: the block ends it |
 * | held | OPEN, HELD | of a block | [hold]: its holder ends it, perhaps after the regions around it |
 * | pushed | OPEN, PUSHED | of a block | [setPushed]: `pop` ends it |
 * | closing | OPEN, CLOSING | held, pushed | [startClosing]; HELD and PUSHED stay where it is not the innermost, until [loseHolder] |
 * | abandoned | OPEN, ABANDONED | of a block, held, pushed | [abandon]: off the chain of open regions, while its opener may still close it |
 *
 * The other bits say of the place: a region around it is flat (IN_FLAT), one of its laps overlapped the region around it (OVERLAPS), it is
 * a spare for laps inside those of its node (NESTED).
 */
@PublishedApi
internal abstract class NodeState {
    private var state = 0

    /**
     * Whether every component is there, none has failed in this lap, and nothing else is to be done: the fast path's one question. Not part
     * of the state, as another thread may clear it: one that throttles the region.
     */
    @JvmField
    var isPlain: Boolean = false

    /** Whether it is taken for a lap. */
    val isOpen: Boolean get() = state and OPEN != 0

    /** Whether it was opened by `push`, and so may be closed by `pop`. */
    val isPushed: Boolean get() = state and PUSHED != 0

    /** Whether it ends with its block, so that one still open when the block around it ends was left so by an error. */
    val isBlock: Boolean get() = state and (HELD or PUSHED) == 0

    /** Whether its holder is closing it. Where it is open still when a region around it is closed, an error broke that off. */
    val isClosing: Boolean get() = state and CLOSING != 0

    /** Whether it was taken off the chain of open regions while its opener may still close it. */
    val isAbandoned: Boolean get() = state and ABANDONED != 0

    /** Whether a region around it is flat. */
    val isInFlat: Boolean get() = state and IN_FLAT != 0

    /** Whether a lap ended after that of the region around it, and so was not inside it. */
    val overlaps: Boolean get() = state and OVERLAPS != 0

    /** For a spare: whether its laps are parts of those of the node, and so no more than what is inside them. */
    val isNested: Boolean get() = state and NESTED != 0

    /** Keeps the node from being taken for another lap until this one ends. */
    fun takeForLap() {
        state = state or OPEN
    }

    fun hold() {
        state = state or HELD
    }

    fun setPushed() {
        state = state or PUSHED
    }

    fun startClosing(isInnermost: Boolean) {
        state = (if (isInnermost) state and (HELD or PUSHED).inv() else state) or CLOSING
    }

    fun endClosing() {
        state = state and CLOSING.inv()
    }

    /** Its lap is being recorded: an error from now on leaves it open in a block. */
    fun loseHolder() {
        state = state and (HELD or PUSHED).inv()
    }

    fun endLap() {
        state = state and OPEN.inv()
    }

    fun abandon() {
        state = state or (OPEN or ABANDONED)
    }

    /** Ready for a lap, whatever became of the one before. */
    fun renew(isPlain: Boolean) {
        state = state and (IN_FLAT or OVERLAPS or NESTED)
        this.isPlain = isPlain
    }

    fun setInFlat(isInFlat: Boolean) {
        state = if (isInFlat) state or IN_FLAT else state and IN_FLAT.inv()
        if (isInFlat) isPlain = false
    }

    fun setOverlaps() {
        state = state or OVERLAPS
    }

    fun setNested(isNested: Boolean) {
        state = if (isNested) state or NESTED else state and NESTED.inv()
    }
}

private const val OPEN = 1
private const val HELD = 2
private const val PUSHED = 4
private const val CLOSING = 8
private const val ABANDONED = 16
private const val IN_FLAT = 32
private const val OVERLAPS = 64
private const val NESTED = 128
