package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.MemoryComponent;
import timemory.Quantity;

/**
 * Change of the heap in use, in bytes, including garbage: negative if a collection freed more than was allocated.
 *
 * <p>Source: {@code Runtime.totalMemory} minus {@code Runtime.freeMemory}.
 */
public final class HeapUsed extends LongDeltaComponent implements MemoryComponent {

    private static final Runtime RUNTIME = Runtime.getRuntime();

    /** The type of {@link HeapUsed}. */
    public static final ComponentType<HeapUsed> TYPE = new RuntimeType<>(
            "heap_used",
            "Change in the used heap, including garbage",
            Quantity.MEMORY,
            Binding.PROCESS,
            "Runtime.totalMemory - Runtime.freeMemory",
            HeapUsed::new);

    @Override
    protected long read() {
        return RUNTIME.totalMemory() - RUNTIME.freeMemory();
    }
}
