package timemory.bridges;

import org.jspecify.annotations.Nullable;

/** The laps of one component instance as events, one after the other. */
final class EventLap {

    private final RegionEvent event;

    /** The thread of a lap that is an event; {@code null} outside of one. */
    private @Nullable Thread thread;

    EventLap(String label) {
        event = new RegionEvent(label);
    }

    void begin() {
        if (event.isEnabled()) {
            thread = Thread.currentThread();
            event.begin();
        }
    }

    void end() {
        Thread beganIt = thread;
        if (beganIt == null) {
            return;
        }
        thread = null;
        // Of a lap that is abandoned it can be another, which would get the event.
        if (beganIt == Thread.currentThread()) {
            event.end();
            event.commit();
        }
    }
}
