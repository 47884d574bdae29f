package timemory.tools;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.Quantity;
import timemory.internal.text.LabelTextKt;
import timemory.tools.io.Amount;
import timemory.tools.io.Terminal;

/**
 * A region that is open.
 *
 * @param nanoseconds for how long
 * @param thread which opened it; {@code coroutine} for those that may suspend
 * @param path its label, after those of the regions around it
 */
record OpenRegionRow(double nanoseconds, String thread, List<String> path) {

    private static final int MAX_THREAD = 28;

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
        lines.add(line("open for", "thread", "region", columns));
        for (OpenRegionRow row : regions.subList(0, Math.min(most, regions.size()))) {
            String labels = Terminal.visible(String.join(" > ", row.path()));
            lines.add(line(Amount.of(row.nanoseconds(), Quantity.TIME), Terminal.visible(row.thread()), labels, columns));
        }
        if (regions.size() > most) {
            lines.add("and " + (regions.size() - most) + " more");
        }
        return lines;
    }

    /** A path that is too long loses its start. A thread's name loses its middle, because its number is at the end. */
    private static String line(String time, String thread, String path, int columns) {
        String line = String.format("%8s  %-" + MAX_THREAD + "s  ", time, LabelTextKt.shortenTo(thread, MAX_THREAD));
        int room = Math.max(8, columns - line.length());
        return line + (path.length() <= room ? path : "…" + path.substring(path.length() - room + 1));
    }
}
