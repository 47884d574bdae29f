package timemory.agent.lines;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import timemory.results.Results;
import timemory.settings.Settings;

/**
 * The values of lines, function by function, next to the source if it is found: the function with the largest value first. For each
 * function, all lines from its first to its last are shown, those without code or hits empty.
 *
 * <p>The percentage of a line is that of the function, which is the sum of its lines; in a recursive function, that of calls from
 * elsewhere.
 */
final class LineReport {
    private static final int MAX_LINE_LENGTH = 120;

    /** If lines are further apart, those without code are left out: inlined code may come from anywhere. */
    private static final int MAX_FUNCTION_LENGTH = 2000;

    private record Row(int line, LineValues.Values values) {}

    private record Part(Lines.Function function, List<Row> rows, double[] totals, Sources.@Nullable Found source) {}

    private final LineValues values;
    private final List<LineValues.Column> columns;
    private final List<Part> parts = new ArrayList<>();

    LineReport(Lines lines, Results results, Settings settings, Sources sources) {
        values = new LineValues(results, settings);
        columns = values.columns;
        for (Lines.Function function : lines.all()) {
            Part part = partOf(lines, function, sources);
            if (part.rows.stream().anyMatch(row -> row.values.hits > 0)) parts.add(part);
        }
        if (!columns.isEmpty()) parts.sort(Comparator.comparingDouble((Part part) -> -part.totals[0]));
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    private Part partOf(Lines lines, Lines.Function function, Sources sources) {
        TreeMap<Integer, Lines.Line> known;
        synchronized (lines) {
            known = new TreeMap<>(function.lines);
        }
        List<Row> rows = new ArrayList<>();
        double[] totals = new double[columns.size()];
        known.forEach((number, line) -> {
            Row row = new Row(number, values.of(line));
            rows.add(row);
            for (int column = 0; column < totals.length; column++) totals[column] += row.values.outer[column];
        });
        return new Part(function, rows, totals, sources.of(function.className, function.source));
    }

    /** Returns the first {@code most} functions as text. */
    String text(int most) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts.subList(0, Math.min(most, parts.size()))) append(text, part);
        if (parts.size() > most) text.append("and ").append(parts.size() - most).append(" more functions\n");
        return text.toString();
    }

    private void append(StringBuilder text, Part part) {
        text.append(Sources.printable(part.function.label, 400));
        if (part.source != null) {
            text.append("  ").append(Sources.printable(part.source.path().toString(), 400));
        } else if (!part.function.source.isEmpty()) {
            text.append("  ").append(Sources.printable(part.function.source, 200)).append(" (source not found)");
        }
        text.append('\n');
        for (int column = 0; column < columns.size(); column++) {
            LineValues.Column each = columns.get(column);
            if (each.isAdditive())
                text.append("  total ").append(each.name()).append(": ").append(each.shown(part.totals[column])).append('\n');
        }
        List<String[]> cells = new ArrayList<>();
        cells.add(header());
        List<String> sources = new ArrayList<>();
        sources.add("SOURCE");
        addRows(part, cells, sources);
        int[] widths = new int[cells.get(0).length];
        for (String[] row : cells) for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], row[i].length());
        for (int i = 0; i < cells.size(); i++) {
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < widths.length; j++)
                line.append(" ".repeat(widths[j] - cells.get(i)[j].length())).append(cells.get(i)[j]).append(
                        " | ");
            text.append((line + sources.get(i)).stripTrailing()).append('\n');
            if (i == 0) text.append(line.toString().replaceAll("[^|]", "-").replace('|', '+')).append("-".repeat(40)).append('\n');
        }
        long costly = part.rows.stream().filter(row -> row.values.isCostly).count();
        if (costly > 0)
            text.append("  ! more than 10 % of the time of ").append(costly).append(costly == 1 ? " line" : " lines").append(
                    " is overhead\n");
        text.append('\n');
    }

    private String[] header() {
        List<String> header = new ArrayList<>(List.of("LINE", "HITS"));
        for (LineValues.Column column : columns) {
            header.add((column.isAdditive() ? column.name() : "mean " + column.name()) + bracketed(column));
            if (!column.isAdditive()) continue;
            header.add("PER HIT");
            header.add("%");
        }
        return header.toArray(new String[0]);
    }

    private void addRows(Part part, List<String[]> cells, List<String> sources) {
        List<Row> rows = part.rows;
        int first = rows.get(0).line;
        int last = rows.get(rows.size() - 1).line;
        boolean isWhole = part.source != null && last - first < MAX_FUNCTION_LENGTH;
        int next = 0;
        for (int line = first; line <= last; line++) {
            Row row = next < rows.size() && rows.get(next).line == line ? rows.get(next++) : null;
            if (row != null && row.values.hits == 0 && part.source == null) continue;
            if (row == null && !isWhole) {
                line = rows.get(next).line - 1;
                continue;
            }
            cells.add(cellsOf(line, row, part));
            String source = part.source == null ? null : part.source.line(line);
            sources.add(source == null ? "" : Sources.printable(source, MAX_LINE_LENGTH));
        }
    }

    private String[] cellsOf(int line, @Nullable Row row, Part part) {
        List<String> cells = new ArrayList<>(List.of(Integer.toString(line)));
        LineValues.Values hit = row != null && row.values.hits > 0 ? row.values : null;
        cells.add(hit != null ? Long.toString(hit.hits) : "");
        for (int column = 0; column < columns.size(); column++) {
            LineValues.Column each = columns.get(column);
            double value = hit != null ? hit.value(each, column) : 0;
            cells.add(hit != null ? shown(value, each) : "");
            if (!each.isAdditive()) continue;
            cells.add(hit != null ? each.shown(value / hit.hits) : "");
            String mark = row != null && row.values.isCostly ? "!" : " ";
            cells.add(hit != null && part.totals[column] != 0 ? fixed(100 * value / part.totals[column], 1) + mark : "");
        }
        return cells.toArray(new String[0]);
    }

    private static String shown(double raw, LineValues.Column column) {
        double value = raw / column.unit().getSize();
        return fixed(value, value == Math.rint(value) && column.unit().getSize() == 1.0 ? 0 : 3);
    }

    private static String bracketed(LineValues.Column column) {
        return column.unit().getSymbol().isEmpty() ? "" : " [" + column.unit().getSymbol() + "]";
    }

    private static String fixed(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** Returns everything as JSON; values are in the units of the columns, which are the smallest. */
    String json() {
        Json json = new Json();
        json.open("{").name("lines").open("{").name("columns").open("[");
        for (LineValues.Column column : columns) {
            json.open("{").name("id").text(column.id()).name("unit").text(column.quantity().getUnits().get(0).getSymbol()).name("additive")
                    .raw(
                            "" + column.isAdditive())
                    .close("}");
        }
        json.close("]").name("functions").open("[");
        for (Part part : parts) append(json, part);
        return json.close("]").close("}").close("}") + "\n";
    }

    private void append(Json json, Part part) {
        json.open("{").name("function").text(part.function.label).name("class").text(part.function.className).name("file")
                .text(part.function.source);
        if (part.source != null) json.name("path").text(part.source.path().toString());
        json.name("total").open("{");
        for (int i = 0; i < columns.size(); i++) if (columns.get(i).isAdditive()) json.name(columns.get(i).id()).number(part.totals[i]);
        json.close("}").name("lines").open("[");
        for (Row row : part.rows) {
            json.open("{").name("line").raw("" + row.line).name("hits").raw("" + row.values.hits);
            for (int i = 0; i < columns.size(); i++) json.name(columns.get(i).id()).number(row.values.value(columns.get(i), i));
            String source = part.source == null ? null : part.source.line(row.line);
            if (source != null) json.name("source").text(Sources.printable(source, 1000));
            json.close("}");
        }
        json.close("]").close("}");
    }
}
