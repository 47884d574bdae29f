package timemory.jvm;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.MemoryComponent;
import timemory.Quantity;

/**
 * Bytes of heap that the calling thread allocated, including those freed since.
 *
 * <p>Source: {@code com.sun.management.ThreadMXBean.getCurrentThreadAllocatedBytes}.
 */
public final class ThreadAllocatedBytes extends LongDeltaComponent implements MemoryComponent {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The type of {@link ThreadAllocatedBytes}. */
    public static final ComponentType<ThreadAllocatedBytes> TYPE = new RuntimeType<>(
            "thread_allocated_bytes",
            "Heap bytes allocated by the calling thread",
            Quantity.MEMORY,
            Binding.THREAD,
            "ThreadMXBean.getCurrentThreadAllocatedBytes",
            ThreadAllocatedBytes::new,
            () -> Threads.allocationUnavailable());

    @Override
    protected long read() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
