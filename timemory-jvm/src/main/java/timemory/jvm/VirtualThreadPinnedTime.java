package timemory.jvm;

import jdk.jfr.consumer.RecordedEvent;
import timemory.ComponentType;
import timemory.Quantity;
import timemory.TimeComponent;

/**
 * How long virtual threads blocked while pinned to their carrier threads, in nanoseconds, summed over the virtual threads of the process. A
 * lap costs about 15 milliseconds: see {@link VirtualThreadPinnedCount}.
 *
 * <p>Source: durations of the JDK Flight Recorder's {@code jdk.VirtualThreadPinned} events that end in the lap.
 */
public final class VirtualThreadPinnedTime extends PinnedComponent implements TimeComponent {

    /** The type of {@link VirtualThreadPinnedTime}. */
    public static final ComponentType<VirtualThreadPinnedTime> TYPE = new PinnedComponent.Type<>(
            "virtual_thread_pinned_time",
            "Time virtual threads were blocked while pinned to their carrier threads",
            Quantity.TIME,
            VirtualThreadPinnedTime::new);

    @Override
    long valueOf(RecordedEvent pinning) {
        return pinning.getDuration().toNanos();
    }
}
