package timemory.tools;

import timemory.tools.io.Terminal;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.Quantity;

/**
 * A region that is open.
 *
 * @param nanoseconds for how long
 * @param thread which opened it; {@code coroutine} for those that may suspend
 * @param path its label, after those of the regions around it
 */
record OpenRegionRow(double nanoseconds, String thread, List<String> path) {

    static List<OpenRegionRow> listOf(JsonNode answer) {
        List<OpenRegionRow> rows = new ArrayList<>();
        for (JsonNode one : answer.path("open")) {
            List<String> path = new ArrayList<>();
            one.path("path").forEach(label -> path.add(label.asText()));
            if (!path.isEmpty()) {
                rows.add(new OpenRegionRow(one.path("nanoseconds").asDouble(), one.path("thread").asText("?"), path));
            }
        }
        return rows;
    }

    /** Whether {@code filter}, which may be {@code null}, is found in its label. */
    boolean matches(@Nullable Pattern filter) {
        return filter == null || filter.matcher(path.get(path.size() - 1)).find();
    }

    /** A line of names, one for each of {@code regions}, and how many there is no room for. */
    static List<String> lines(List<OpenRegionRow> regions, int most, int columns) {
        List<String> lines = new ArrayList<>();
        lines.add(line("OPEN FOR", "THREAD", "REGION", columns));
        for (OpenRegionRow row : regions.subList(0, Math.min(most, regions.size()))) {
            String labels = Terminal.visible(String.join(" > ", row.path()));
            lines.add(line(TopTable.amount(row.nanoseconds(), Quantity.TIME), Terminal.visible(row.thread()), labels, columns));
        }
        if (regions.size() > most) {
            lines.add("and " + (regions.size() - most) + " more");
        }
        return lines;
    }

    /** Of a path that is too long, the end is what matters. */
    private static String line(String time, String thread, String path, int columns) {
        String name = thread.length() <= 24 ? thread : thread.substring(0, 21) + "...";
        String line = String.format("%10s  %-24s  ", time, name);
        int room = Math.max(8, columns - line.length());
        return line + (path.length() <= room ? path : "..." + path.substring(path.length() - room + 3));
    }
}
