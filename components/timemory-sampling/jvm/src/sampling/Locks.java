package timemory.sampling;

import java.util.List;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;

/** Waiting for locks, as both engines record it. */
final class Locks {
    static final String MONITOR = "jdk.JavaMonitorEnter";
    static final String PARK = "jdk.ThreadPark";
    static final List<String> EVENTS = List.of(MONITOR, PARK);

    private Locks() {}

    /**
     * Whether {@code event} is of a lock. Threads park for many reasons, most often since they have nothing to do: only locks count that
     * other threads hold, which are the same that async-profiler takes.
     */
    static boolean isLock(RecordedEvent event) {
        if (event.getEventType().getName().equals(MONITOR)) {
            return true;
        }
        RecordedClass parked = event.getClass("parkedClass");
        return parked != null && (parked.getName().startsWith("java.util.concurrent.locks.Reentrant")
                || parked.getName().startsWith("java.util.concurrent.Semaphore"));
    }
}
