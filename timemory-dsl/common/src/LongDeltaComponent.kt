package timemory

import timemory.internal.callgraph.record

/**
 * A [LongComponent] whose value is the reading of a source at the end of the lap minus the reading at its start.
 *
 * Most components are of this kind and need only [read]:
 * ```
 * class OpenFiles : LongDeltaComponent() {
 *     override fun read(): Long = File("/proc/self/fd").list()!!.size.toLong()
 *
 *     companion object TYPE : ComponentType<OpenFiles>("open_files", "Change of the number of open files", Quantity.COUNT, ::OpenFiles)
 * }
 * ```
 *
 * **Shared readings.** Components of one bundle that read the same [source] read it once at each end of a lap: the first of them, the
 * leader, is started last and stopped first, and the others record its readings.
 */
public abstract class LongDeltaComponent : LongComponent() {
    private var begin = 0L
    final override var leader: LongDeltaComponent? = null
        private set

    /** The reading at the start of the last lap; 0 before the first lap. */
    @InternalTimemoryApi
    public val beginReading: Long get() = leader?.begin ?: begin

    @InternalTimemoryApi
    public fun readingNow(): Long = read()

    /** Returns the current reading of the source, in raw units. */
    protected abstract fun read(): Long

    /**
     * Identifies what [read] reads if other component classes read the same: classes with equal sources share their readings. `null` if
     * there is none.
     */
    protected open val source: Any? get() = null

    override fun start() {
        if (leader == null) begin = read()
    }

    override fun stop() {
        val leader = leader
        record(if (leader == null) read() - begin else leader.last)
    }

    /** Whether it reads the wall clock, so that the caller can pass in its reading. */
    @InternalTimemoryApi
    public val readsWallClock: Boolean get() = source === ReadingSource.WALL_CLOCK

    /** Starts a lap with a [reading] taken by the caller. */
    @InternalTimemoryApi
    public fun startAt(reading: Long) {
        begin = reading
    }

    /** Stops the lap with a [reading] taken by the caller. */
    @InternalTimemoryApi
    public fun stopAt(reading: Long): Unit = record(reading - begin)

    /** Small, so that the compiler only needs to know that it is never called. */
    final override fun checkNegative(value: Long) {
        if (value < 0L) refuseNegativeTime(value)
    }

    /** Time does not run backwards: a clock that does invalidates the lap, and the sums must not be reduced by the difference. */
    private fun refuseNegativeTime(value: Long) {
        val type = componentTypeOf(keyOf(this))
        check(type == null || type.quantity !== Quantity.TIME) { "its clock went back, by ${-value} ns" }
    }

    final override fun follow(other: Component): Boolean {
        val follows = other is LongDeltaComponent && source.let { it != null && it == other.source }
        if (follows) leader = other
        return follows
    }

    final override fun openLap(): Long? {
        val leader = leader
        return if (leader == null) read() - begin else leader.openLap()
    }
}

/** A source that several components read. */
internal enum class ReadingSource { WALL_CLOCK, MONOTONIC, MONOTONIC_RAW, PROCESS_CPU, THREAD_CPU }
