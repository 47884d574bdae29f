package timemory.sampling;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * An event with the monotonic clock's time just before and after the Flight Recorder read its own, which relates the times of samples to
 * the monotonic clock.
 */
@Name("timemory.ClockReading")
@Label("Clock reading")
@Description("The monotonic clock around the time of this event, for samples to be found in regions")
@Category("timemory")
@StackTrace(false)
final class ClockReading extends Event {
    @Label("Before")
    long before;

    @Label("After")
    long after;

    static void commitNow() {
        ClockReading reading = new ClockReading();
        reading.before = System.nanoTime();
        reading.begin();
        reading.after = System.nanoTime();
        reading.commit();
    }
}
