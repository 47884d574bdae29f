package timemory.tools.formats;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows of which those with equal paths are one, for formats that know places by their path alone: laps of a timeline become one region. */
final class Merged {

    private final Map<String, Merged> below = new LinkedHashMap<>();
    private Row row;

    private Merged() {}

    static List<Row> of(List<Row> rows) {
        Map<String, Merged> metrics = new LinkedHashMap<>();
        List<Merged> path = new ArrayList<>();
        for (Row row : rows) {
            path.subList(Math.min(path.size(), row.depth()), path.size()).clear();
            Merged above = path.isEmpty() ? metrics.computeIfAbsent(row.metric(), none -> new Merged()) : path.get(path.size() - 1);
            Merged node = above.below.computeIfAbsent(row.label(), none -> new Merged());
            node.row = node.row == null ? row : node.row.plus(row);
            path.add(node);
        }
        List<Row> merged = new ArrayList<>();
        metrics.values().forEach(metric -> metric.addTo(merged));
        return merged;
    }

    private void addTo(List<Row> rows) {
        List<Merged> pending = new ArrayList<>(List.of(this));
        while (!pending.isEmpty()) {
            Merged node = pending.remove(pending.size() - 1);
            if (node.row != null) {
                rows.add(node.row);
            }
            List<Merged> children = new ArrayList<>(node.below.values());
            for (int i = children.size() - 1; i >= 0; i--) {
                pending.add(children.get(i));
            }
        }
    }
}
