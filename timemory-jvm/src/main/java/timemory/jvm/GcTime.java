package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;
import timemory.TimeComponent;

/**
 * How long the garbage collector stopped the program, in nanoseconds, with a resolution of a millisecond.
 *
 * <p>Source: {@code GarbageCollectorMXBean.getCollectionTime}, without beans that count concurrent cycles.
 */
public final class GcTime extends LongDeltaComponent implements TimeComponent {

    /** The type of {@link GcTime}. */
    public static final ComponentType<GcTime> TYPE = new RuntimeType<>(
            "gc_time",
            "Time the program was stopped for garbage collection",
            Quantity.TIME,
            Binding.PROCESS,
            "GarbageCollectorMXBean.getCollectionTime",
            GcTime::new);

    @Override
    protected long read() {
        return Collectors.milliseconds() * 1_000_000L;
    }
}
