package timemory

import kotlin.time.Clock
import kotlin.time.Instant
import timemory.internal.callgraph.record

/**
 * The time of day at which the region started, by the system clock: most useful with [Scope.TIMELINE]. For several laps, the time of the
 * first. Allocates an object for each lap.
 */
@DescribedBy(Timestamp.TYPE::class)
public class Timestamp : ValueComponent<Instant>(TYPE) {
    private var begin = Instant.DISTANT_PAST

    override fun start() {
        begin = Clock.System.now()
    }

    override fun stop() {
        record(begin)
    }

    /** The type of [Timestamp]. */
    public companion object TYPE : ValueComponentType<Timestamp, Instant>(
        "timestamp",
        "Time of day at which the region started (UTC)",
        Quantity("time of day", ""),
        ::Timestamp,
    ) {
        override val category: String get() = Category.TIMING
        override val source: String get() = "clock_gettime(CLOCK_REALTIME)"
        override val mayBeCalibrated: Boolean get() = true

        override fun plus(a: Instant, b: Instant): Instant = minOf(a, b)
    }
}
