package timemory.bridges;

import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.MarkerComponent;

/**
 * Writes each lap to the JDK Flight Recorder: a {@code timemory.Region} event with the region's label, started and committed by the thread
 * that ran the lap, so that events of nested regions are nested. View them with {@code jfr print --events timemory.Region} or JDK Mission
 * Control. The event has no stack trace unless the recording's settings enable it, and no threshold.
 *
 * <p>Without a recording, a lap costs one check at its start. A lap becomes an event if a recording was running at its start and its end.
 *
 * <p>A suspending region has an event for each slice in which a thread ran its coroutine, because an event belongs to one thread.
 *
 * <p>Source: {@link jdk.jfr.Event#commit()}.
 */
public final class JfrEvent extends MarkerComponent {

    /** The type of {@link JfrEvent}. */
    public static final ComponentType<JfrEvent> TYPE = new BridgeType<>(
            "jfr_event",
            "An event of the JDK's Flight Recorder for each lap",
            Binding.THREAD,
            "jdk.jfr.Event.commit",
            "jdk.jfr.Event",
            "this Java runtime has no module jdk.jfr: add it to the image (jlink --add-modules jdk.jfr)",
            JfrEvent::new);

    // Not declared as a Flight Recorder class, because timemory inspects the fields even if the recorder is missing.
    private @Nullable EventLap lap;

    /** Called by its type. */
    public JfrEvent() {}

    @Override
    public void start() {
        EventLap starting = lap;
        if (starting == null) {
            starting = lap = new EventLap(getLabel());
        }
        starting.begin();
    }

    @Override
    public void stop() {
        EventLap ending = lap;
        if (ending != null) {
            ending.end();
        }
    }

    @Override
    public void abandon() {
        stop();
    }
}
