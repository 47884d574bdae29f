package timemory.jvm;

import java.lang.management.BufferPoolMXBean;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.MemoryComponent;
import timemory.Quantity;

/**
 * Change of the memory of direct buffers, in bytes.
 *
 * <p>Source: {@code BufferPoolMXBean.getMemoryUsed} of the pool "direct".
 */
public final class DirectMemory extends LongDeltaComponent implements MemoryComponent {

    private static final @Nullable BufferPoolMXBean POOL = BufferPools.find("direct");

    /** The type of {@link DirectMemory}. */
    public static final ComponentType<DirectMemory> TYPE = new RuntimeType<>(
            "direct_memory",
            "Change in the memory of direct buffers",
            Quantity.MEMORY,
            Binding.PROCESS,
            "BufferPoolMXBean.getMemoryUsed, direct",
            DirectMemory::new,
            () -> POOL == null ? "this JVM has no buffer pool 'direct'" : null);

    @Override
    protected long read() {
        return POOL == null ? 0L : POOL.getMemoryUsed();
    }
}
