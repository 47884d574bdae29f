package timemory

import timemory.internal.callgraph.record

/** Counts the laps of the region. */
@DescribedBy(TripCount.TYPE::class)
public class TripCount : LongComponent(), CountComponent {
    override fun start() {}

    override fun stop() {
        record(1L)
    }

    override fun openLap(): Long = 1L

    /** The type of [TripCount]. */
    public companion object TYPE : ComponentType<TripCount>(
        "trip_count",
        "Counts number of invocations",
        Quantity.COUNT,
        MadeByItsType,
    ) {
        override fun create(): TripCount = TripCount()

        override val category: String get() = Category.DATA
        override val mayBeCalibrated: Boolean get() = true
        override val includesInside: Boolean get() = false
    }
}
