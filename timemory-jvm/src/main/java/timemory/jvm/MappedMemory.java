package timemory.jvm;

import java.lang.management.BufferPoolMXBean;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.MemoryComponent;
import timemory.Quantity;

/**
 * Change of the size of memory-mapped files, in bytes.
 *
 * <p>Source: {@code BufferPoolMXBean.getMemoryUsed} of the pool "mapped".
 */
public final class MappedMemory extends LongDeltaComponent implements MemoryComponent {

    private static final @Nullable BufferPoolMXBean POOL = BufferPools.find("mapped");

    /** The type of {@link MappedMemory}. */
    public static final ComponentType<MappedMemory> TYPE = new RuntimeType<>(
            "mapped_memory",
            "Change in the memory of mapped files",
            Quantity.MEMORY,
            Binding.PROCESS,
            "BufferPoolMXBean.getMemoryUsed, mapped",
            MappedMemory::new,
            () -> POOL == null ? "this JVM has no buffer pool 'mapped'" : null);

    @Override
    protected long read() {
        return POOL == null ? 0L : POOL.getMemoryUsed();
    }
}
