package timemory

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/**
 * CPU time of the calling thread, user and system mode together, in nanoseconds. Refused on a virtual thread, whose CPU
 * time no clock of the operating system knows.
 *
 * Source: `clock_gettime(CLOCK_THREAD_CPUTIME_ID)` on Kotlin/Native and with `timemory-jvm` on Java 22 and later;
 * `ThreadMXBean.getCurrentThreadCpuTime` otherwise.
 */
@DescribedBy(ThreadCpuClock.Companion::class)
public class ThreadCpuClock : LongDeltaComponent() {
    override fun read(): Long = threadCpuNanoseconds()

    /** The sum of all laps. */
    public val duration: Duration get() = sum.nanoseconds

    /** The sum of all laps, in nanoseconds. */
    public val nanoseconds: Long get() = sum

    /** The sum of all laps, in seconds. */
    public val seconds: Double get() = sum / 1e9

    /** What all thread CPU clocks have in common. */
    public companion object : ComponentType<ThreadCpuClock>(
        "thread_cpu_clock",
        "CPU-clock timer for the calling thread",
        Quantity.TIME,
        ::ThreadCpuClock,
    ) {
        override val mayBeCalibrated: Boolean get() = true
        override val label: String get() = "thread_cpu"
        override val binding: Binding get() = Binding.THREAD
        override fun unavailableReason(): String? = threadCpuUnavailable()
    }
}
