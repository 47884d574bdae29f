package timemory.bridges;

import org.jspecify.annotations.Nullable;

/** Writes the laps of one component instance as events, one after another. */
final class EventLap {

    private final RegionEvent event;

    /** The thread of a lap that is an event; {@code null} if there is none. */
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
        // An abandoned lap may be ended by another thread, to which the event would be attributed.
        if (beganIt == Thread.currentThread()) {
            event.end();
            event.commit();
        }
    }
}
