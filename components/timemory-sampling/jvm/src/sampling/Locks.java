package timemory.sampling;

import java.util.List;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;

/** Lock events, as recorded by both engines. */
final class Locks {
    static final String MONITOR = "jdk.JavaMonitorEnter";
    static final String PARK = "jdk.ThreadPark";
    static final List<String> EVENTS = List.of(MONITOR, PARK);

    private Locks() {}

    /**
     * Returns whether {@code event} is a wait for a lock. Threads park for many reasons, usually because they are idle: only locks that
     * other threads hold count, the same ones as in async-profiler.
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
