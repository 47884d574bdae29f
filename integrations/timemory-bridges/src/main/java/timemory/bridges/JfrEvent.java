package timemory.bridges;

import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.MarkerComponent;

/**
 * Tells the JDK's Flight Recorder of each lap: an event {@code timemory.Region} with the region's label, begun and committed by the
 * thread that ran the lap, so that events of regions within regions lie within each other. It is shown by {@code jfr print --events
 * timemory.Region} and by JDK Mission Control. The event has no stack trace unless the recording's settings ask for one, and no
 * threshold.
 *
 * <p>While no recording is on, a lap costs the check of that at its start. A lap is an event if a recording was on at its start and its
 * end.
 *
 * <p>A suspending region is an event for each slice in which a thread ran its coroutine: an event belongs to one thread.
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

    // Of no class of the Flight Recorder: timemory looks through the fields where that is missing, too.
    private @Nullable EventLap lap;

    /** Made by its type. */
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
