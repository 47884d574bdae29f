package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.CountComponent;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/**
 * How often the JVM held all threads at a safepoint.
 *
 * <p>Source: the counter {@code sun.rt.safepoints} of the JVM's performance data, a memory-mapped file.
 */
public final class SafepointCount extends LongDeltaComponent implements CountComponent {

    private static final PerformanceCounter COUNTER = PerformanceCounter.find("sun.rt.safepoints");

    /** The type of {@link SafepointCount}. */
    public static final ComponentType<SafepointCount> TYPE = new RuntimeType<>(
            "safepoint_count",
            "Number of times the JVM held all threads at a safepoint",
            Quantity.COUNT,
            Binding.PROCESS,
            "performance counter sun.rt.safepoints",
            SafepointCount::new,
            () -> COUNTER.unavailable());

    @Override
    protected long read() {
        return COUNTER.value();
    }
}
