package timemory.history.command;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import timemory.tools.io.Terminal;

/** A text table: columns whose name starts with a minus are right-aligned. */
final class Rows {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] isRight;

    Rows(String... names) {
        isRight = new boolean[names.length];
        String[] shown = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            isRight[i] = names[i].startsWith("-");
            shown[i] = isRight[i] ? names[i].substring(1) : names[i];
        }
        rows.add(shown);
    }

    void add(String... cells) {
        for (int i = 0; i < cells.length; i++) cells[i] = Terminal.visible(cells[i]);
        rows.add(cells);
    }

    void print(PrintWriter out) {
        int[] widths = new int[isRight.length];
        for (String[] row : rows)
            for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], row[i].codePointCount(0, row[i].length()));
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String space = " ".repeat(widths[i] - row[i].codePointCount(0, row[i].length()));
                line.append(i == 0 ? "" : "  ").append(isRight[i] ? space + row[i] : row[i] + space);
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }

    /** Formats a time in UTC. */
    static String time(Instant at) {
        return TIME.format(at);
    }

    /** Returns the abbreviated form of a commit. */
    static String commit(String commit) {
        return commit.matches("[0-9a-f]{40}") ? commit.substring(0, 10) : commit.isEmpty() ? "-" : commit;
    }

    static String orNone(String text) {
        return text.isEmpty() ? "-" : text;
    }
}
