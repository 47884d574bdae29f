package timemory.bridges;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A lap as a Flight Recorder event. One object serves all laps of a component instance, because it is written out when committed. */
@Name("timemory.Region")
@Label("Region")
@Description("A lap of a region measured by timemory")
@Category("timemory")
@StackTrace(false)
final class RegionEvent extends Event {

    @Label("Label")
    @Description("The label of the region")
    private final String label;

    RegionEvent(String label) {
        this.label = label;
    }
}
