package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;
import timemory.TimeComponent;

/**
 * How long the JVM held all threads at safepoints, in nanoseconds: for garbage collection, deoptimization and other operations that need
 * the program to stop.
 *
 * <p>Source: the counter {@code sun.rt.safepointTime} of the JVM's performance data, a memory-mapped file.
 */
public final class SafepointTime extends LongDeltaComponent implements TimeComponent {

    private static final PerformanceCounter COUNTER = PerformanceCounter.find("sun.rt.safepointTime");

    /** The type of {@link SafepointTime}. */
    public static final ComponentType<SafepointTime> TYPE = new RuntimeType<>(
            "safepoint_time",
            "Time the JVM held all threads at safepoints",
            Quantity.TIME,
            Binding.PROCESS,
            "performance counter sun.rt.safepointTime",
            SafepointTime::new,
            () -> COUNTER.unavailable());

    @Override
    protected long read() {
        return COUNTER.nanoseconds();
    }
}
