package timemory.export.wire.internal

/**
 * What distinguishes a node from its siblings, and finds the same node in results of other processes: its label, and what it is one of.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 */
internal class NodeKey {
    /** What it is: see the constants. Siblings are sorted by it first, so that `(others)` are the last. */
    var kind: Int = USUAL
    var label: Int = 0

    /** The thread for those of one thread. */
    var thread: Int = 0

    /** How many siblings before it are the same in all else. */
    var ordinal: Int = 0

    val isUsual: Boolean get() = kind == USUAL && thread == 0 && ordinal == 0

    fun clear() {
        kind = USUAL
        label = 0
        thread = 0
        ordinal = 0
    }

    fun copyFrom(other: NodeKey) {
        kind = other.kind
        label = other.label
        thread = other.thread
        ordinal = other.ordinal
    }

    fun compareTo(other: NodeKey): Int = when {
        kind != other.kind -> kind.compareTo(other.kind)
        label != other.label -> label.compareTo(other.label)
        thread != other.thread -> thread.compareTo(other.thread)
        else -> ordinal.compareTo(other.ordinal)
    }

    fun writeScope(out: WireOutput) {
        out.unsigned(kind)
        out.unsigned(thread)
        out.unsigned(ordinal)
    }

    fun readScope(input: WireInput) {
        kind = input.count(FOLDED, "the kind of a region")
        thread = input.count(Int.MAX_VALUE, "the thread of a region")
        ordinal = input.count(Int.MAX_VALUE, "the place of a region among those of its label")
    }

    companion object {
        /** One for each label. */
        const val USUAL = 0

        /** One for each label and thread: `TIMEMORY_COLLAPSE_THREADS=false`. */
        const val OF_A_THREAD = 1

        /** One for each lap, of timeline scope. */
        const val A_LAP = 2

        /** What was folded, as there were too many. */
        const val FOLDED = 3
    }
}
