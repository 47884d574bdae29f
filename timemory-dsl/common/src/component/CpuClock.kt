package timemory

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/**
 * CPU time of the whole process, user and system mode together, in nanoseconds; larger than wall time where several
 * threads ran.
 *
 * Source: `clock_gettime(CLOCK_PROCESS_CPUTIME_ID)` on Kotlin/Native and with `timemory-jvm` on Java 22 and later;
 * `OperatingSystemMXBean.getProcessCpuTime` otherwise, which moves in steps of 10 ms.
 */
@DescribedBy(CpuClock.Companion::class)
public class CpuClock : LongDeltaComponent() {
    override fun read(): Long = processCpuNanoseconds()

    /** The sum of all laps. */
    public val duration: Duration get() = sum.nanoseconds

    /** The sum of all laps, in nanoseconds. */
    public val nanoseconds: Long get() = sum

    /** The sum of all laps, in seconds. */
    public val seconds: Double get() = sum / 1e9

    /** What all process CPU clocks have in common. */
    public companion object : ComponentType<CpuClock>(
        "cpu_clock",
        "Total CPU time spent in both user- and kernel-mode",
        Quantity.TIME,
        ::CpuClock,
    ) {
        override val mayBeCalibrated: Boolean get() = true
        override val label: String get() = "cpu"
        override val binding: Binding get() = Binding.PROCESS
        override fun unavailableReason(): String? = reasonWithout { processCpuNanoseconds() }
    }
}
