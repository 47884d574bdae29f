package timemory.export.wire.internal

/**
 * Identifies a node among its siblings and the same node in results of other processes, by label and kind.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 */
internal class NodeKey {
    /** One of the constants. Siblings are sorted by it first, so that `(others)` comes last. */
    var kind: Int = USUAL
    var label: Int = 0

    /** The thread number if the kind is [OF_A_THREAD]. */
    var thread: Int = 0

    /** The index among siblings that are otherwise equal. */
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
        /** One node per label. */
        const val USUAL = 0

        /** One node per label and thread: `TIMEMORY_COLLAPSE_THREADS=false`. */
        const val OF_A_THREAD = 1

        /** One node per lap, in timeline scope. */
        const val A_LAP = 2

        /** Nodes that were folded because there were too many. */
        const val FOLDED = 3
    }
}
