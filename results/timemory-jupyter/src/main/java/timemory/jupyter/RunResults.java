package timemory.jupyter;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run, to explore in a notebook. They are loaded from a file or directory in any format that timemory reads, its own or
 * another tool's.
 *
 * <pre>{@code
 * val run = RunResults.load("timemory-output")
 * run                                  // a table
 * run.flame("wall_clock")              // flame graph
 * run.page()                           // the full report, inside the notebook
 * run.toDataFrame().sortByDesc("exclusive").head(10)
 * }</pre>
 *
 * <h2>Thread-safety</h2> Immutable.
 */
public final class RunResults {
    private static final int MAX_ROWS = 200;
    private static final String DOCUMENT = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>timemory</title>";
    private static final int MARGINS = 20;
    private static final String STYLE =
            "<style>.timemory-run td, .timemory-run th { text-align: right; padding: .1em .6em; font-variant-numeric: "
                    + "tabular-nums } .timemory-run td:first-child, .timemory-run th:first-child { text-align: left }</style>";

    private final String name;
    private final BiFunction<String, Object, Object> reader;
    private final List<RegionRow> rows;

    private RunResults(String name, BiFunction<String, Object, Object> reader) {
        this.name = name;
        this.reader = reader;
        this.rows = ((List<?>) reader.apply("rows", null)).stream().map(cells -> RegionRow.of((Object[]) cells)).toList();
    }

    /**
     * @throws IOException whose message names the file and the error
     *
     * @throws IOException whose message names the file and what is wrong with it
     */
    public static RunResults load(String path) throws IOException {
        try {
            return new RunResults(path, IsolatedRuntime.newReader(path));
        } catch (InvocationTargetException failure) {
            if (failure.getCause() instanceof IOException wrong) throw wrong;
            throw new IOException(path + " cannot be read: " + failure.getCause(), failure.getCause());
        }
    }

    /** Loads the results in {@code path}. */
    public static RunResults load(Path path) throws IOException {
        return load(path.toString());
    }

    /** Returns the IDs of the components that recorded anything. */
    public List<String> components() {
        return List.copyOf(rows.stream().map(RegionRow::component).collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    /** Returns all regions of all components in pre-order. */
    public List<RegionRow> rows() {
        return rows;
    }

    /** Returns the regions of {@code component}. */
    public List<RegionRow> rows(String component) {
        requireKnown(component);
        return rows.stream().filter(row -> row.component().equals(component)).toList();
    }

    /** Returns the regions of {@code component} whose path ends with {@code labels}. */
    public List<RegionRow> find(String component, String... labels) {
        List<String> end = List.of(labels);
        return rows(component).stream().filter(row -> row.path().size() >= end.size()
                && row.path().subList(row.path().size() - end.size(), row.path().size()).equals(end)).toList();
    }

    /** Returns the problems that occurred while measuring. */
    public List<String> problems() {
        return ((List<?>) reader.apply("problems", null)).stream().map(String.class::cast).toList();
    }

    /** Returns bar charts of the regions with the largest exclusive values, for each component. */
    public NotebookHtml bars() {
        return pictures("bars", null);
    }

    /** Returns a bar chart of the regions with the largest exclusive values. */
    public NotebookHtml bars(String component) {
        return pictures("bars", component);
    }

    /** Returns flame graphs of the components whose values add up. */
    public NotebookHtml flame() {
        return pictures("flame", null);
    }

    /** Returns a flame graph of {@code component}. */
    public NotebookHtml flame(String component) {
        return pictures("flame", component);
    }

    private NotebookHtml pictures(String kind, @Nullable String component) {
        if (component != null) requireKnown(component);
        List<?> pictures = (List<?>) reader.apply(kind, component);
        return new NotebookHtml(pictures.isEmpty() ? "<p>There is nothing to draw: no additive numbers.</p>"
                : pictures.stream().map(Object[].class::cast)
                        .map(picture -> frame(DOCUMENT + picture[1], (Integer) picture[0] + MARGINS, ""))
                        .collect(Collectors.joining("\n")));
    }

    /** Wraps a document in a frame, so that it does not share the notebook's styles and cannot access its surroundings. */
    private String frame(String document, int height, String permissions) {
        String quoted = document.replace("&", "&amp;").replace("\"", "&quot;");
        return "<iframe sandbox=\"" + permissions + "\" title=\"" + NotebookHtml.escaped(name)
                + "\" style=\"width: 100%; border: 0; height: "
                + height + "px\" srcdoc=\"" + quoted + "\"></iframe>";
    }

    /** Returns the HTML report with all views, in a frame of the notebook. */
    public NotebookHtml page() {
        return page(700);
    }

    /** Returns the HTML report with all views, in a frame of {@code height} pixels. */
    public NotebookHtml page(int height) {
        return new NotebookHtml(frame((String) reader.apply("page", null), height, "allow-scripts allow-downloads"));
    }

    /** Returns the results as a table. */
    public NotebookHtml table() {
        StringBuilder html = new StringBuilder("<div class=\"timemory-run\">" + STYLE);
        for (String problem : problems()) html.append("<p>").append(NotebookHtml.escaped(problem)).append("</p>");
        if (rows.isEmpty()) html.append("<p>no results</p>");
        rows.stream().collect(Collectors.groupingBy(row -> List.of(row.component(), row.number(), row.unit()), LinkedHashMap::new,
                Collectors.toList())).forEach((series, own) -> addTable(html, series, own));
        return new NotebookHtml(html.append("</div>").toString());
    }

    private static void addTable(StringBuilder html, List<String> series, List<RegionRow> rows) {
        String number = series.get(1).isEmpty() ? "" : " " + series.get(1);
        String unit = series.get(2).isEmpty() ? "" : " [" + series.get(2) + "]";
        html.append("<table><caption>").append(NotebookHtml.escaped(series.get(0) + number + unit)).append("</caption>")
                .append("<tr><th>region</th><th>laps</th><th>sum</th><th>exclusive</th><th>mean</th><th>stddev</th></tr>");
        for (RegionRow row : rows.subList(0, Math.min(rows.size(), MAX_ROWS))) {
            html.append("<tr><td style=\"padding-left: ").append(1 + row.depth()).append("em\">").append(NotebookHtml.escaped(row.label()))
                    .append(row.concurrent() ? " (concurrent)" : "").append("</td>");
            html.append("<td>").append(row.laps() == null ? "" : row.laps()).append("</td>");
            for (Double value : new Double[] {row.sum(), row.exclusive(), row.mean(), row.stddev()})
                html.append("<td>").append(value == null ? "" : shown(value)).append("</td>");
            html.append("</tr>");
        }
        if (rows.size() > MAX_ROWS)
            html.append("<tr><td colspan=\"6\">").append(rows.size() - MAX_ROWS).append(" more are in rows() and page()</td></tr>");
        html.append("</table>");
    }

    private static String shown(double value) {
        boolean isWhole = value == Math.rint(value) || Math.abs(value) >= 1000.0;
        return String.format(Locale.ROOT, isWhole ? "%,.0f" : "%.4g", value);
    }

    private void requireKnown(String component) {
        List<String> known = components();
        if (!known.contains(component)) {
            throw new IllegalArgumentException("there is no component '" + component + "' in " + name + "; there "
                    + (known.isEmpty() ? "is none" : "are " + String.join(", ", known)));
        }
    }

    @Override
    public String toString() {
        return name + ": " + rows.size() + " rows of " + (rows.isEmpty() ? "no component" : String.join(", ", components()));
    }
}
