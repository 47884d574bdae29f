package timemory.internal.callgraph

import kotlin.jvm.JvmField

/**
 * The state of a [Node]: its lap, who ends the lap, and the special properties of its position. A single word, which only the node's thread
 * changes.
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
 * The other bits describe the position: an enclosing region is flat (IN_FLAT), one of its laps overlapped the enclosing region (OVERLAPS),
 * it is a spare for laps inside those of its node (NESTED).
 */
@PublishedApi
internal abstract class NodeState {
    private var state = 0

    /**
     * Whether every component is present, none has failed in this lap, and nothing else needs to be done: the only check on the fast path.
     * Not part of the state word, because another thread may clear it to throttle the region.
     */
    @JvmField
    var isPlain: Boolean = false

    /** Whether it is in use by a lap. */
    val isOpen: Boolean get() = state and OPEN != 0

    /** Whether it was opened by `push`, so that `pop` may close it. */
    val isPushed: Boolean get() = state and PUSHED != 0

    /** Whether it ends with its block: if it is still open when the enclosing block ends, an error left it open. */
    val isBlock: Boolean get() = state and (HELD or PUSHED) == 0

    /** Whether its holder is closing it. If it is still open when an enclosing region is closed, an error interrupted that. */
    val isClosing: Boolean get() = state and CLOSING != 0

    /** Whether it was removed from the chain of open regions while its opener may still close it. */
    val isAbandoned: Boolean get() = state and ABANDONED != 0

    /** Whether an enclosing region is flat. */
    val isInFlat: Boolean get() = state and IN_FLAT != 0

    /** Whether a lap ended after that of the enclosing region, and therefore was not inside it. */
    val overlaps: Boolean get() = state and OVERLAPS != 0

    /** For a spare: whether its laps are part of those of the node, and therefore not counted separately. */
    val isNested: Boolean get() = state and NESTED != 0

    /** Prevents the node from being used for another lap until this one ends. */
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

    /** Its lap is being recorded: from now on, an error leaves it open like one of a block. */
    fun loseHolder() {
        state = state and (HELD or PUSHED).inv()
    }

    fun endLap() {
        state = state and OPEN.inv()
    }

    fun abandon() {
        state = state or (OPEN or ABANDONED)
    }

    /** Prepares it for a lap, whatever happened to the previous one. */
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
