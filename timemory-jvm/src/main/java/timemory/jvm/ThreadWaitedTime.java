package timemory.jvm;

import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;
import timemory.TimeComponent;

/**
 * How long the calling thread waited, to be notified, to be unparked or for time to pass, in nanoseconds, with a resolution of a
 * millisecond. Allocates an object at each reading.
 *
 * <p>Source: {@code ThreadInfo.getWaitedTime}. The first instance enables the JVM's thread contention monitoring.
 */
public final class ThreadWaitedTime extends LongDeltaComponent implements TimeComponent {

    /** The type of {@link ThreadWaitedTime}. */
    public static final ComponentType<ThreadWaitedTime> TYPE = new RuntimeType<>(
            "thread_waited_time",
            "Time the calling thread waited in wait, park, join or sleep",
            Quantity.TIME,
            Binding.THREAD,
            "ThreadInfo.getWaitedTime",
            ThreadWaitedTime::new,
            () -> Threads.contentionUnavailable());

    /** Enables thread contention monitoring if it is off. */
    public ThreadWaitedTime() {
        Threads.watchContention();
    }

    @Override
    protected long read() {
        return Threads.info().getWaitedTime() * 1_000_000L;
    }
}
