package timemory.spring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import timemory.Timemory;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;

/**
 * The actuator endpoint {@code timemory}: the regions with the most time so far, by component. It is not exposed over the web unless the
 * program lists it. Results are collected for each request; measuring threads keep running meanwhile. Thread-safe.
 */
@Endpoint(id = "timemory")
public final class TimemoryEndpoint {
    private static final int MAX_ROWS = 50;

    /** Called by the starter. */
    public TimemoryEndpoint() {}

    /**
     * A node of the call graph.
     *
     * @param region the labels from the outermost one
     * @param laps how often it was entered
     * @param value the inclusive value
     * @param self the exclusive value; missing for components that do not add up
     * @param unit of both values, empty for counts
     */
    public record Region(List<String> region, long laps, double value, @Nullable Double self, String unit) {}

    /** For each measured component, by its id, at most 50 regions with the largest exclusive values. */
    @ReadOperation
    public Map<String, List<Region>> regions() {
        Map<String, List<Region>> byComponent = new LinkedHashMap<>();
        Results results = Timemory.results();
        if (results == null) return byComponent;
        for (CallGraph graph : results.getGraphs()) {
            Metric metric = Metric.of(graph.getType());
            if (!metric.getNumbers().isEmpty()) byComponent.put(metric.getId(), largest(graph, metric.getNumbers().get(0)));
        }
        return byComponent;
    }

    private static List<Region> largest(CallGraph graph, Metric.Number number) {
        var unit = number.getFileUnit();
        Comparator<Region> bySize = Comparator.comparingDouble(region -> region.self == null ? region.value : region.self);
        PriorityQueue<Region> largest = new PriorityQueue<>(bySize);
        List<String> path = new ArrayList<>();
        for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            path.subList(node.getDepth(), path.size()).clear();
            path.add(node.getLabel());
            Double self = number.isAdditive() ? node.exclusive(0) / unit.getSize() : null;
            double value = node.getInclusive().sum(0) / unit.getSize();
            Region smallest = largest.size() < MAX_ROWS ? null : largest.peek();
            if (smallest != null && (self == null ? value : self) <= (smallest.self == null ? smallest.value : smallest.self)) continue;
            if (smallest != null) largest.poll();
            largest.add(new Region(List.copyOf(path), node.getInclusive().getLaps(), value, self, unit.getSymbol() + number.getSuffix()));
        }
        return largest.stream().sorted(bySize.reversed()).toList();
    }
}
