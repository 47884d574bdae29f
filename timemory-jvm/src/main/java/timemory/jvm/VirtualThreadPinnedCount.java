package timemory.jvm;

import jdk.jfr.consumer.RecordedEvent;
import timemory.ComponentType;
import timemory.CountComponent;
import timemory.Quantity;

/**
 * How often virtual threads of the process blocked while pinned to their carrier threads: in a class initializer, below a native frame, or
 * before Java 24 in {@code synchronized}.
 *
 * <p>Source: the JDK Flight Recorder's {@code jdk.VirtualThreadPinned} events that end in the lap. Each lap has an event stream, which is
 * drained at the end so that no event is counted in a later lap. That takes about 15 milliseconds per lap, and 200 for the first one.
 */
public final class VirtualThreadPinnedCount extends PinnedComponent implements CountComponent {

    /** The type of {@link VirtualThreadPinnedCount}. */
    public static final ComponentType<VirtualThreadPinnedCount> TYPE = new PinnedComponent.Type<>(
            "virtual_thread_pinned_count",
            "Number of times virtual threads blocked while pinned to their carrier threads",
            Quantity.COUNT,
            VirtualThreadPinnedCount::new);

    @Override
    long valueOf(RecordedEvent pinning) {
        return 1;
    }
}
