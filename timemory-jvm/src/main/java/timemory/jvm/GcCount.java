package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.CountComponent;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/**
 * How often the garbage collector stopped the program for a collection, in any generation.
 *
 * <p>Source: {@code GarbageCollectorMXBean.getCollectionCount}, without beans that count concurrent cycles.
 */
public final class GcCount extends LongDeltaComponent implements CountComponent {

    /** The type of {@link GcCount}. */
    public static final ComponentType<GcCount> TYPE = new RuntimeType<>(
            "gc_count",
            "Number of garbage collections that stopped the program",
            Quantity.COUNT,
            Binding.PROCESS,
            "GarbageCollectorMXBean.getCollectionCount",
            GcCount::new);

    @Override
    protected long read() {
        return Collectors.count();
    }
}
