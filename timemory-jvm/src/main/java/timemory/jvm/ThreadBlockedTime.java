package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;
import timemory.TimeComponent;

/**
 * How long the calling thread had to wait for monitors held by other threads, in nanoseconds, with a resolution of a millisecond. Allocates
 * an object at each reading.
 *
 * <p>Source: {@code ThreadInfo.getBlockedTime}. The first instance enables the JVM's thread contention monitoring.
 */
public final class ThreadBlockedTime extends LongDeltaComponent implements TimeComponent {

    /** The type of {@link ThreadBlockedTime}. */
    public static final ComponentType<ThreadBlockedTime> TYPE = new RuntimeType<>(
            "thread_blocked_time",
            "Time the calling thread waited for monitors held by other threads",
            Quantity.TIME,
            Binding.THREAD,
            "ThreadInfo.getBlockedTime",
            ThreadBlockedTime::new,
            () -> Threads.contentionUnavailable());

    /** Enables thread contention monitoring if it is off. */
    public ThreadBlockedTime() {
        Threads.watchContention();
    }

    @Override
    protected long read() {
        return Threads.info().getBlockedTime() * 1_000_000L;
    }
}
