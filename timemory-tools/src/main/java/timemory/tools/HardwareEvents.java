package timemory.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The hardware events that the kernel names for the processor. */
final class HardwareEvents {

    private static final Path EVENTS = Path.of("/sys/bus/event_source/devices/cpu/events");

    private HardwareEvents() {}

    static List<Map<String, String>> list() throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        if (!Files.isDirectory(EVENTS)) {
            rows.add(row("(none)", "the kernel names no hardware events here, as in most virtual machines", EVENTS + " is missing"));
            return rows;
        }
        try (Stream<Path> files = Files.list(EVENTS)) {
            for (Path file : files.sorted().toList()) {
                rows.add(row(file.getFileName().toString(), "counted by the kernel; no component reads it yet", file.toString()));
            }
        }
        return rows;
    }

    private static Map<String, String> row(String event, String status, String source) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("event", event);
        row.put("status", status);
        row.put("source", source);
        return row;
    }
}
