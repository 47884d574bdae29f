package timemory

import timemory.internal.lean.*
import timemory.internal.platform.wallNanoseconds

/**
 * Elapsed time by the monotonic clock, in nanoseconds: `System.nanoTime` on the JVM, `clock_gettime(CLOCK_MONOTONIC)` on
 * Kotlin/Native. Not affected by changes of the time of day.
 *
 * If the kernel's time source is the processor's time-stamp counter, that counter is read directly and kept within a millionth of this
 * clock; on the JVM only if native access was granted. The setting `WALL_CLOCK_SOURCE` overrides the choice; the metadata record which
 * source was used and why.
 */
@DescribedBy(WallClock.TYPE::class)
public class WallClock : LongDeltaComponent(), TimeComponent {
    override fun read(): Long = wallNanoseconds()

    // The same as the class above, but without a virtual call: natively that takes longer than everything else.

    override fun start() {
        if (leader == null) startAt(wallNanoseconds())
    }

    override fun stop() {
        if (leader == null) stopAt(wallNanoseconds()) else super.stop()
    }

    override val source: Any get() = ReadingSource.WALL_CLOCK

    /** The type of [WallClock]. */
    public companion object TYPE : ComponentType<WallClock>(
        "wall_clock",
        "Real-clock timer (i.e. wall-clock timer)",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): WallClock = WallClock()

        override val label: String get() = "wall"
        override val aliases: List<String> get() = listOf("real_clock", "virtual_clock")
        override val category: String get() = Category.TIMING
        override val source: String get() = "clock_gettime(CLOCK_MONOTONIC), or the time-stamp counter"
        override val mayBeCalibrated: Boolean get() = true
    }
}
