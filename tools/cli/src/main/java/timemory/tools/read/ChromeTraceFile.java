package timemory.tools.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.Quantity;
import timemory.export.data.ResultsBuilder;

/**
 * Chrome's trace events: slices with a duration, or with a start and an end, each inside the one that lasts around it on its thread. Our
 * own files say besides what they are of, and how deep each slice is: one of no length does not show where it belongs.
 */
final class ChromeTraceFile implements FileReader {

    private static final Pattern BEGIN = Pattern.compile("^\\uFEFF?\\s*(\\[\\s*\\{[^}]*\"ph\"|\\{[\\s\\S]*\"traceEvents\"\\s*:)");

    /** Nanoseconds. */
    private record Slice(String name, double start, double end, long laps) {}

    @Override
    public boolean isOfKind(String begin) {
        return BEGIN.matcher(begin).find();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        JsonNode file = Json.tree(content);
        JsonNode events = file.isArray() ? file : file.path("traceEvents");
        if (file.path("otherData").path("component").isTextual()) {
            if (file.path("timemory").isObject()) {
                readOurs(file, results);
            } else {
                readOursOfBefore(file.path("otherData"), events, results);
            }
            return;
        }
        boolean isOfCpp = isOfCpp(file, events);
        Map<String, List<Slice>> byThread = new TreeMap<>();
        Map<String, Deque<JsonNode>> open = new TreeMap<>();
        for (JsonNode event : events) {
            String thread = event.path("pid").asText() + "/" + event.path("tid").asText();
            String kind = event.path("ph").asText();
            double time = event.path("ts").asDouble() * 1000;
            List<Slice> slices = byThread.computeIfAbsent(thread, none -> new ArrayList<>());
            if (kind.equals("X")) {
                double end = time + event.path("dur").asDouble() * 1000;
                JsonNode counted = event.path("args").path("laps");
                long laps = isOfCpp ? Profiles.UNKNOWN : counted.isNumber() ? Profiles.laps(counted.asDouble(), end - time) : 1;
                slices.add(new Slice(event.path("name").asText().strip(), time, end, laps));
            } else if (kind.equals("B")) {
                open.computeIfAbsent(thread, none -> new ArrayDeque<>()).push(event);
            } else if (kind.equals("E")) {
                Deque<JsonNode> opened = open.get(thread);
                if (opened == null || opened.isEmpty()) {
                    throw new IOException(
                            "ends a slice of thread '" + Profiles.shortened(thread) + "' at " + time / 1000 + " us that was not started");
                }
                JsonNode begin = opened.pop();
                slices.add(new Slice(begin.path("name").asText(), begin.path("ts").asDouble() * 1000, time, 1));
            }
        }
        GraphBuilder graph = Profiles.graph(results, "wall_clock", Quantity.TIME);
        byThread.values().forEach(slices -> nest(slices, graph));
    }

    /**
     * Whether it is a trace of timemory for C++, whose slices are sums over laps without saying how many: they have a name, times, and
     * nothing else, and the outermost keeps the blank that stands before it in tables.
     */
    private static boolean isOfCpp(JsonNode file, JsonNode events) {
        boolean hasBlank = false;
        for (JsonNode event : events) {
            if (event.size() != 6 || !event.path("ph").asText().equals("X")) {
                return false;
            }
            hasBlank |= event.path("name").asText().startsWith(" ");
        }
        return file.isObject() && file.size() == 1 && hasBlank;
    }

    /** What slices do not say stands after them, an entry for each region, whose slice is the one of that number. */
    private static void readOurs(JsonNode file, ResultsBuilder results) throws IOException {
        JsonNode about = file.path("otherData");
        GraphBuilder graph =
                Profiles.graph(results, about.path("component").asText(), Profiles.quantityOfUnit(about.path("unit").asText()));
        JsonNode known = file.path("timemory");
        Set<Integer> concurrent = new HashSet<>();
        known.path("concurrent").forEach(index -> concurrent.add(index.asInt(-1)));
        List<JsonNode> slices = new ArrayList<>();
        for (JsonNode event : file.path("traceEvents")) {
            if (event.path("ph").asText().equals("B") || event.path("ph").asText().equals("i")) {
                slices.add(event);
            }
        }
        if (slices.size() != known.path("depth").size()) {
            throw new IOException("has " + slices.size() + " slices of " + known.path("depth").size() + ": it is truncated");
        }
        List<CallGraphNode> path = new ArrayList<>();
        for (int index = 0; index < slices.size(); index++) {
            int number = known.path("slice").path(index).asInt(index);
            if (number < 0 || number >= slices.size()) {
                throw new IOException("refers to slice " + number + " of " + slices.size() + ": it is truncated");
            }
            JsonNode event = slices.get(number);
            String name = event.path("name").asText();
            int depth = known.path("depth").path(index).asInt(-1);
            JsonNode sum = known.path("sum").path(index);
            JsonNode laps = known.path("laps").path(index);
            if (depth < 0 || depth > path.size() || laps.isMissingNode() || sum.isMissingNode()) {
                throw new IOException(
                        "has no numbers of slice " + index + ", '" + Profiles.shortened(name) + "', or places it wrongly: it is not whole");
            }
            path.subList(depth, path.size()).clear();
            CallGraphNode node = graph.node(depth == 0 ? null : path.get(depth - 1), name);
            double total = sum.isNumber() ? sum.asDouble() : Double.NaN;
            Profiles.record(graph, node, Profiles.laps(laps.isNumber() ? laps.asDouble() : Double.NaN, total), total);
            graph.note(node, Profiles.thread(event.path("tid").asDouble()), concurrent.contains(index), 0.0);
            path.add(node);
        }
    }

    /** Reads traces of earlier versions, whose slices had arguments. */
    private static void readOursOfBefore(JsonNode about, JsonNode events, ResultsBuilder results) throws IOException {
        Quantity quantity = Profiles.quantityOfUnit(about.path("unit").asText());
        // Microseconds are what the format asks for; other numbers stand as they are.
        double size = quantity == Quantity.TIME ? 1000 : 1;
        GraphBuilder graph = Profiles.graph(results, about.path("component").asText(), quantity);
        List<CallGraphNode> path = new ArrayList<>();
        for (JsonNode event : events) {
            if (!event.path("ph").asText().equals("X")) {
                continue;
            }
            JsonNode known = event.path("args");
            int depth = known.path("depth").asInt(-1);
            if (depth < 0 || depth > path.size()) {
                throw new IOException("has slice '" + Profiles.shortened(event.path("name").asText()) + "' " + depth + " deep, inside "
                        + path.size() + " others");
            }
            path.subList(depth, path.size()).clear();
            CallGraphNode node = graph.node(depth == 0 ? null : path.get(depth - 1), event.path("name").asText());
            double sum = known.path("sum").asDouble(Math.rint(event.path("dur").asDouble() * size));
            Profiles.record(graph, node, Profiles.laps(known.path("laps").asDouble(1), sum), sum);
            graph.note(node, Profiles.thread(event.path("tid").asDouble()), known.path("concurrent").asBoolean(), 0.0);
            path.add(node);
        }
    }

    private static void nest(List<Slice> slices, GraphBuilder graph) {
        // Stable: of slices that are equally long, the file has the outer one first.
        slices.sort(Comparator.comparingDouble(Slice::start).thenComparing(Comparator.comparingDouble(Slice::end).reversed()));
        Deque<Slice> around = new ArrayDeque<>();
        Deque<CallGraphNode> nodes = new ArrayDeque<>();
        for (Slice slice : slices) {
            while (!around.isEmpty() && (slice.start() >= around.peek().end() || slice.end() > around.peek().end() + 1)) {
                around.pop();
                nodes.pop();
            }
            CallGraphNode node = graph.node(nodes.peek(), slice.name());
            Profiles.record(graph, node, slice.laps(), Math.rint(slice.end() - slice.start()));
            around.push(slice);
            nodes.push(node);
        }
    }
}
