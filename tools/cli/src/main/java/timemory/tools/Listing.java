package timemory.tools;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Rows of one kind, and the columns of them that are shown.
 *
 * @param kind what the rows are: {@code components}
 */
record Listing(String kind, List<String> columns, List<Map<String, String>> rows) {

    private static final int NARROWEST = 12;

    /** Columns that hold names of the program. */
    private static final Set<String> CODE = Set.of("id", "class", "name", "variable", "property", "program", "event",
            "option", "value");

    private String cell(Map<String, String> row, String column) {
        return row.getOrDefault(column, "");
    }

    /** Columns beside each other; the widest become narrower, in lines, until the table fits {@code width}. */
    void writeTable(PrintWriter out, int width) {
        if (rows.isEmpty()) {
            out.println("no " + kind + " found");
            return;
        }
        int[] widths = columns.stream()
                .mapToInt(column -> rows.stream().mapToInt(row -> cell(row, column).length()).max().orElse(0))
                .toArray();
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], columns.get(i).length());
        }
        narrow(widths, width);
        writeLine(out, columns.stream().map(column -> column.toUpperCase(Locale.ROOT)).toList(), widths);
        writeLine(out, Arrays.stream(widths).mapToObj("-"::repeat).toList(), widths);
        for (Map<String, String> row : rows) {
            writeLine(out, columns.stream().map(column -> cell(row, column)).toList(), widths);
        }
    }

    private static void narrow(int[] widths, int width) {
        while (Arrays.stream(widths).sum() + 2 * (widths.length - 1) > width) {
            int widest = 0;
            for (int i = 1; i < widths.length; i++) {
                if (widths[i] > widths[widest]) {
                    widest = i;
                }
            }
            if (widths[widest] <= NARROWEST) {
                return;
            }
            widths[widest]--;
        }
    }

    private static void writeLine(PrintWriter out, List<String> cells, int[] widths) {
        List<List<String>> wrapped = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            wrapped.add(wrap(cells.get(i), widths[i]));
            height = Math.max(height, wrapped.get(i).size());
        }
        for (int line = 0; line < height; line++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String part = line < wrapped.get(i).size() ? wrapped.get(i).get(line) : "";
                text.append(part).append(" ".repeat(Math.max(0, widths[i] - part.length()) + (i + 1 < widths.length ? 2 : 0)));
            }
            out.println(text.toString().stripTrailing());
        }
    }

    /** {@code text} in lines of at most {@code width}, broken between words, or inside one that is longer. */
    private static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int end = space > 0 ? space : width;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    void writeMarkdown(PrintWriter out) {
        out.println("| " + String.join(" | ", columns) + " |");
        out.println("|" + "---|".repeat(columns.size()));
        for (Map<String, String> row : rows) {
            StringBuilder line = new StringBuilder("|");
            for (String column : columns) {
                String text = cell(row, column).replace("|", "\\|").replace("<", "&lt;");
                boolean isCode = CODE.contains(column);
                line.append(' ').append(isCode && !text.isEmpty() ? "`" + text + "`" : text).append(" |");
            }
            out.println(line);
        }
    }

    void writeCsv(PrintWriter out) {
        out.println(String.join(",", columns));
        for (Map<String, String> row : rows) {
            out.println(String.join(",", columns.stream().map(column -> quoted(cell(row, column))).toList()));
        }
    }

    /** As RFC 4180 has it. */
    private static String quoted(String cell) {
        boolean isPlain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    /** All columns, by the kinds of their rows. */
    static void writeJson(List<Listing> listings, PrintWriter out) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Listing listing : listings) {
            all.put(listing.kind, listing.rows.stream().map(Listing::typed).toList());
        }
        out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all));
    }

    private static Map<String, Object> typed(Map<String, String> row) {
        Map<String, Object> typed = new LinkedHashMap<>(row);
        typed.computeIfPresent("available", (column, value) -> Boolean.valueOf((String) value));
        typed.computeIfPresent("aliases", (column, value) -> value.equals("") ? List.of() : List.of(((String) value).split(", ")));
        typed.computeIfPresent("overhead", (column, value) -> Double.valueOf(((String) value).replace(" ns", "")));
        return typed;
    }
}
