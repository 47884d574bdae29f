package timemory.tools.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.Quantity;
import timemory.export.data.ResultsBuilder;

/** Caliper's json-split: a tree of paths, and rows of values that refer to it. */
final class CaliperFile implements FileReader {

    private static final Pattern BEGIN = Pattern.compile("^\\uFEFF?\\s*\\{\\s*\"(data|columns|column_metadata|nodes)\"\\s*:");
    private static final int MAX_COLUMNS = 1000;
    private static final String INCLUSIVE = "inclusive#";

    /** Says of our own files' regions whether they ran concurrently with the one around them. */
    private static final String CONCURRENT = "timemory.concurrent";

    /**
     * What all columns of values have in common.
     *
     * @param path the column that names the node of a row
     * @param count the column of laps, negative for none
     * @param concurrent the column of {@link #CONCURRENT}, negative for none
     */
    private record Table(JsonNode nodes, JsonNode rows, int path, int count, int concurrent) {}

    /**
     * A column of values.
     *
     * @param index which one it is
     * @param own the column of its exclusive values, negative for none
     * @param factor what its values are multiplied by
     * @param isInclusive whether its values have those of the regions below in them
     */
    private record Column(int index, int own, double factor, boolean isInclusive) {}

    @Override
    public boolean isOfKind(String begin) {
        return BEGIN.matcher(begin).find();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        JsonNode file = Json.tree(content);
        JsonNode columns = file.path("columns");
        int path = indexOf(columns, "path");
        if (path < 0) {
            throw new IOException("has no column 'path'");
        }
        if (columns.size() > MAX_COLUMNS) {
            throw new IOException("has " + columns.size() + " columns, more than the " + MAX_COLUMNS + " that are read");
        }
        int count = indexOf(columns, "count");
        Table table = new Table(file.path("nodes"), file.path("data"), path, count, indexOf(columns, CONCURRENT));
        for (int column = 0; column < columns.size(); column++) {
            String name = columns.get(column).asText();
            boolean isInclusive = name.startsWith(INCLUSIVE);
            boolean hasInclusive = indexOf(columns, INCLUSIVE + name) >= 0;
            boolean isValue = file.path("column_metadata").path(column).path("is_value").asBoolean(column != path);
            if (column == path || column == count || !isValue || name.endsWith(".rank") || hasInclusive || name.equals(CONCURRENT)) {
                continue;
            }
            String plain = name.substring(name.lastIndexOf('#') + 1);
            boolean isTime = plain.startsWith("time.duration");
            String id = plain.equals("time.duration") ? "wall_clock" : plain;
            String unit = isTime ? "sec" : file.path("timemory.settings.unit." + id).asText("");
            Units units = Units.of(unit, 1.0);
            GraphBuilder graph = Profiles.graph(results, id, units.quantity() == null ? Quantity.COUNT : units.quantity());
            int own = isInclusive ? indexOf(columns, name.substring(INCLUSIVE.length())) : -1;
            readColumn(table, new Column(column, own, units.factor(), isInclusive), graph);
        }
    }

    private static void readColumn(Table table, Column column, GraphBuilder graph) throws IOException {
        JsonNode nodes = table.nodes();
        List<CallGraphNode> known = new ArrayList<>();
        Set<String> labels = new HashSet<>();
        ExclusiveTree tree = new ExclusiveTree(graph);
        for (int i = 0; i < nodes.size(); i++) {
            JsonNode node = nodes.get(i);
            int parent = node.path("parent").asInt(-1);
            if (parent >= i) {
                throw new IOException("has node " + i + " before its parent '" + Profiles.shortened(node.path("parent").asText()) + "'");
            }
            CallGraphNode above = parent < 0 ? null : known.get(parent);
            String label = node.path("label").asText();
            // Siblings with the same label, such as the laps of a timeline, get separate nodes.
            boolean isFirst = labels.add(parent + " " + label);
            known.add(!column.isInclusive() ? tree.node(above, label) : isFirst ? graph.node(above, label) : graph.newNode(above, label));
        }
        for (JsonNode row : table.rows()) {
            JsonNode value = row.path(column.index());
            if (!value.isNumber() || !row.path(table.path()).isNumber()) {
                continue;
            }
            int node = row.path(table.path()).asInt(-1);
            if (node < 0 || node >= known.size()) {
                throw new IOException(
                        "has a row for node '" + Profiles.shortened(row.path(table.path()).asText()) + "', of " + known.size());
            }
            long laps = table.count() < 0 ? Profiles.UNKNOWN : Profiles.laps(numberOf(row.path(table.count())), value.asDouble());
            if (column.isInclusive()) {
                Profiles.record(graph, known.get(node), laps, value.asDouble() * column.factor());
                if (table.concurrent() >= 0 && row.path(table.concurrent()).asDouble() > 0) {
                    graph.note(known.get(node), List.of(), true, 0.0);
                }
                if (column.own() >= 0 && row.path(column.own()).isNumber()) {
                    graph.setExclusive(known.get(node), new double[] {row.path(column.own()).asDouble() * column.factor()});
                }
            } else {
                if (laps < 0) {
                    tree.add(known.get(node), value.asDouble() * column.factor());
                } else {
                    tree.add(known.get(node), value.asDouble() * column.factor(), laps);
                }
            }
        }
        if (!column.isInclusive()) {
            tree.finish();
        }
    }

    private static double numberOf(JsonNode value) {
        return value.isNumber() ? value.asDouble() : Double.NaN;
    }

    private static int indexOf(JsonNode names, String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).asText().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
