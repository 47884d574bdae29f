package timemory.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import timemory.HardwareEvent;
import timemory.HardwareEvents;

/** The events that can be counted on this machine, which are the same for programs of all targets, as rows of columns. */
final class EventRows {

    private EventRows() {}

    static List<Map<String, String>> all() {
        List<Map<String, String>> rows = new ArrayList<>();
        for (HardwareEvent event : HardwareEvents.all()) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("event", event.getName());
            row.put("status", event.isAvailable() ? "available" : event.getReason());
            row.put("category", event.getCategory());
            row.put("description", event.getDescription());
            row.put("available", String.valueOf(event.isAvailable()));
            row.put("reason", event.isAvailable() ? "" : event.getReason());
            rows.add(row);
        }
        return rows;
    }
}
