package timemory.tools.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.statistics.ReadNumber;
import timemory.export.data.ResultsBuilder;
import timemory.export.ranks.ReadRanks;

/** The table of comma-separated values that results are written as. */
final class CsvFile implements FileReader {

    private static final Pattern FORMULA = Pattern.compile("'+[=+\\-@\\t\\r]");
    private static final Pattern PERCENTILE = Pattern.compile("p\\d{1,3}(\\.\\d{1,6})?");
    private static final int MAX_FIELD_LENGTH = 10_000_000;

    @Override
    public boolean isOfKind(String begin) {
        return begin.startsWith("metric,unit,id,parent,");
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        BufferedReader text = new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8), 65_536);
        List<String> names = row(text);
        if (names == null) {
            throw new IOException("is empty");
        }
        for (String name : List.of("metric", "unit", "id", "parent", "label", "laps", "sum")) {
            if (!names.contains(name)) {
                throw new IOException("has no column '" + name + "'");
            }
        }
        Map<String, Map<String, CallGraphNode>> nodes = new HashMap<>();
        Set<List<String>> labels = new HashSet<>();
        int line = 1;
        for (List<String> row = row(text); row != null; row = row(text)) {
            line++;
            if (row.size() != names.size()) {
                throw new IOException("row " + line + " has " + row.size() + " fields of " + names.size() + ": it is truncated");
            }
            Map<String, String> fields = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                fields.put(names.get(i), row.get(i));
            }
            String metric = field(fields, "metric");
            String above = field(fields, "parent");
            Units units = Units.of(fields.getOrDefault("unit", ""), 1.0);
            GraphBuilder graph = Profiles.graph(results, metric, units.quantity());
            Map<String, CallGraphNode> known = nodes.computeIfAbsent(metric, none -> new HashMap<>());
            CallGraphNode parent = above.isEmpty() ? null : known.get(above);
            if (parent == null && !above.isEmpty()) {
                throw new IOException("row " + line + " refers to region '" + Profiles.shortened(above)
                        + "', which does not precede it");
            }
            // Siblings of one label, as laps of a timeline are, have rows of their own.
            String label = label(field(fields, "label"));
            boolean isFirst = labels.add(List.of(metric, above, label));
            CallGraphNode node = isFirst ? graph.node(parent, label) : graph.newNode(parent, label);
            known.put(field(fields, "id"), node);
            record(graph, node, fields, units.factor(), line);
            compare(results, node, fields, units.factor(), line);
        }
    }

    /** The field in a column that the heading was checked for; every row has as many fields as that. */
    private static String field(Map<String, String> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    private static void record(GraphBuilder graph, CallGraphNode node, Map<String, String> fields, double factor, int line)
            throws IOException {
        double sum = number(fields, "sum", line) * factor;
        long laps = Profiles.laps(number(fields, "laps", line), sum);
        double deviation = number(fields, "stddev", line) * factor;
        graph.record(node, laps, 0, exact(fields, "sum", factor, line), List.of(new ReadNumber(
                laps,
                sum,
                number(fields, "mean", line) * factor,
                number(fields, "min", line) * factor,
                number(fields, "max", line) * factor,
                Double.isNaN(deviation) && laps == 1 ? 0.0 : deviation)));
        double own = number(fields, "self", line) * factor;
        Long exactOwn = exact(fields, "self", factor, line);
        if (exactOwn != null) {
            graph.setExclusive(node, exactOwn);
        } else if (!Double.isNaN(own)) {
            graph.setExclusive(node, new double[] {own});
        }
        for (Map.Entry<String, String> field : fields.entrySet()) {
            if (PERCENTILE.matcher(field.getKey()).matches() && !field.getValue().isEmpty()) {
                double percentile = Double.parseDouble(field.getKey().substring(1));
                graph.notePercentile(node, percentile, number(fields, field.getKey(), line) * factor);
            }
        }
        List<Integer> threads = new ArrayList<>();
        for (String thread : fields.getOrDefault("threads", "").split(" ")) {
            if (thread.matches("\\d{1,9}")) {
                threads.add(Integer.valueOf(thread));
            }
        }
        double cost = number(fields, "instrumentation", line) * factor;
        graph.note(node, threads, fields.getOrDefault("concurrent", "").equals("1"), Double.isNaN(cost) ? 0.0 : cost);
    }

    /** The number in raw units where it is an integer, {@code null} otherwise: beyond 2^53, too, what a {@code double} cannot hold. */
    private static @Nullable Long exact(Map<String, String> fields, String name, double factor, int line) throws IOException {
        double raw = number(fields, name, line) * factor;
        if (!(Math.abs(raw) < 0x1p63)) {
            return null;
        }
        BigDecimal exact = new BigDecimal(field(fields, name)).multiply(BigDecimal.valueOf(factor)).stripTrailingZeros();
        if (exact.scale() <= 0) {
            return exact.longValue();
        }
        return Profiles.isWhole(raw) ? Long.valueOf((long) Math.rint(raw)) : null;
    }

    /** How processes differ, in the columns that results of several of them have. */
    private static void compare(ResultsBuilder results, CallGraphNode node, Map<String, String> fields, double factor, int line)
            throws IOException {
        double processes = number(fields, "processes", line);
        if (Double.isNaN(processes)) {
            return;
        }
        boolean areTasks = fields.getOrDefault("tasks", "").equals("1");
        if (!areTasks) results.setProcessCount(Math.max(results.getProcessCount(), (int) processes));
        ReadRanks ranks = new ReadRanks(processes, number(fields, "ranks", line), 1, areTasks);
        addSpread(ranks, fields, "rank_", factor, line);
        if (!fields.getOrDefault("rank_self_min_at", "").isEmpty()) {
            addSpread(ranks, fields, "rank_self_", factor, line);
        }
        if (!ranks.noteAt(node, results.getProcessCount())) {
            throw new IOException("row " + line + " has a comparison of processes that contradicts itself");
        }
    }

    private static void addSpread(ReadRanks ranks, Map<String, String> fields, String prefix, double factor, int line) throws IOException {
        ranks.add(
                number(fields, prefix + "min", line) * factor,
                number(fields, prefix + "min_at", line),
                number(fields, prefix + "max", line) * factor,
                number(fields, prefix + "max_at", line),
                number(fields, prefix + "mean", line) * factor,
                number(fields, prefix + "stddev", line) * factor,
                number(fields, prefix + "median", line) * factor);
    }

    /** Without the apostrophe that keeps spreadsheets from taking it for a formula. */
    private static String label(String field) {
        return FORMULA.matcher(field).lookingAt() ? field.substring(1) : field;
    }

    private static double number(Map<String, String> fields, String name, int line) throws IOException {
        String text = fields.getOrDefault(name, "");
        try {
            double number = text.isEmpty() ? Double.NaN : Double.parseDouble(text);
            return Double.isInfinite(number) ? Double.NaN : number;
        } catch (NumberFormatException ignored) {
            throw new IOException("row " + line + " has '" + Profiles.shortened(text) + "' instead of a number (" + name + ")");
        }
    }

    /** The fields of the next row; {@code null} at the end. */
    private static @Nullable List<String> row(BufferedReader text) throws IOException {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean isQuoted = false;
        boolean isAny = false;
        for (int c = text.read(); c >= 0; c = text.read()) {
            isAny = true;
            if (field.length() > MAX_FIELD_LENGTH) {
                throw new IOException("has a field of more than " + MAX_FIELD_LENGTH + " characters: a quote is not closed");
            }
            if (isQuoted) {
                if (c != '"') {
                    field.append((char) c);
                } else {
                    text.mark(1);
                    if (text.read() == '"') {
                        field.append('"');
                    } else {
                        text.reset();
                        isQuoted = false;
                    }
                }
            } else if (c == '"') {
                isQuoted = true;
            } else if (c == ',') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (c == '\n') {
                break;
            } else if (c != '\r') {
                field.append((char) c);
            }
        }
        if (isQuoted) {
            throw new IOException("is truncated inside a quoted field");
        }
        if (!isAny) {
            return null;
        }
        fields.add(field.toString());
        return fields;
    }
}
