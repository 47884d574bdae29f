package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.CountComponent;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/**
 * How often the calling thread had to wait for a monitor held by another thread. Allocates an object at each reading.
 *
 * <p>Source: {@code ThreadInfo.getBlockedCount}.
 */
public final class ThreadBlockedCount extends LongDeltaComponent implements CountComponent {

    /** The type of {@link ThreadBlockedCount}. */
    public static final ComponentType<ThreadBlockedCount> TYPE = new RuntimeType<>(
            "thread_blocked_count",
            "Number of times the calling thread waited for a monitor held by another thread",
            Quantity.COUNT,
            Binding.THREAD,
            "ThreadInfo.getBlockedCount",
            ThreadBlockedCount::new);

    @Override
    protected long read() {
        return Threads.info().getBlockedCount();
    }
}
