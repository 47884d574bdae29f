package timemory.tools;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import timemory.internal.text.LabelTextKt;
import timemory.internal.text.ShortLabelKt;
import timemory.output.TreeTableKt;
import timemory.tools.io.Terminal;

/** Text in columns for the console: labels on the left, and values on the right below the names of their columns. */
final class ConsoleTable {

    private static final String GAP = "  ";
    private static final int MIN_LABEL = 12;

    /**
     * A row.
     *
     * @param depth how many regions are around it
     */
    private record Row(int depth, String label, List<String> cells) {}

    private final String labels;
    private final List<String> groups = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** @param labels the name of the column of labels */
    ConsoleTable(String labels) {
        this.labels = labels;
    }

    /** Adds columns with a name above the first of them, which may be empty. */
    ConsoleTable columns(String group, String... columns) {
        for (int i = 0; i < columns.length; i++) {
            groups.add(i == 0 ? group : "");
            names.add(columns[i]);
        }
        return this;
    }

    void row(int depth, String label, List<String> cells) {
        rows.add(new Row(depth, Terminal.visible(label), cells));
    }

    /** Prints the table. Long labels are shortened so that lines have at most {@code columns} columns. */
    void print(PrintWriter out, int columns) {
        int[] widths = new int[names.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(groups.get(i).length(), names.get(i).length());
            for (Row row : rows) {
                widths[i] = Math.max(widths[i], LabelTextKt.displayWidth(row.cells().get(i)));
            }
        }
        int taken = 0;
        for (int width : widths) {
            taken += GAP.length() + width;
        }
        int room = Math.max(MIN_LABEL, columns - taken);
        int label = labels.length();
        for (Row row : rows) {
            label = Math.max(label, LabelTextKt.displayWidth(labelOf(row, room)));
        }
        if (groups.stream().anyMatch(group -> !group.isEmpty())) {
            print(out, "", groups, label, widths);
        }
        print(out, labels, names, label, widths);
        for (Row row : rows) {
            print(out, labelOf(row, room), row.cells(), label, widths);
        }
    }

    private static String labelOf(Row row, int room) {
        String start = TreeTableKt.indentation(row.depth(), room);
        return start + ShortLabelKt.shortenLabel(row.label(), Math.max(MIN_LABEL / 2, room - start.length()));
    }

    private static void print(PrintWriter out, String label, List<String> cells, int width, int[] widths) {
        StringBuilder line = new StringBuilder(label).append(spaces(width, label));
        for (int i = 0; i < widths.length; i++) {
            line.append(GAP).append(spaces(widths[i], cells.get(i))).append(cells.get(i));
        }
        out.println(line.toString().stripTrailing());
    }

    private static String spaces(int width, String text) {
        return String.join("", Collections.nCopies(Math.max(0, width - LabelTextKt.displayWidth(text)), " "));
    }
}
