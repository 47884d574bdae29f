package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.CountComponent;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/**
 * How often the calling thread waited, to be notified, to be unparked or for time to pass.
 * Allocates an object at each reading.
 *
 * <p>Source: {@code ThreadInfo.getWaitedCount}.
 */
public final class ThreadWaitedCount extends LongDeltaComponent implements CountComponent {

    /** The type of {@link ThreadWaitedCount}. */
    public static final ComponentType<ThreadWaitedCount> TYPE = new RuntimeType<>(
            "thread_waited_count",
            "Number of times the calling thread waited in wait, park, join or sleep",
            Quantity.COUNT,
            Binding.THREAD,
            "ThreadInfo.getWaitedCount",
            ThreadWaitedCount::new);

    @Override
    protected long read() {
        return Threads.info().getWaitedCount();
    }
}
