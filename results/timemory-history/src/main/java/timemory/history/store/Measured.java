package timemory.history.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import timemory.export.data.ComponentData;
import timemory.export.data.RegionData;
import timemory.export.data.RunConversion;
import timemory.export.data.StatisticsData;
import timemory.results.Results;

/** The numbers of one run, as they are kept: each of a metric and a path, with laps and sum. What has no number is left out. */
final class Measured {

    /** What a region is known by. */
    record Key(String metric, String unit, List<String> path) {}

    /** What it took. */
    static final class Value {
        long laps;
        double sum;
    }

    private Measured() {}

    /** Regions of one path, as those of several threads that were kept apart, are one. */
    static Map<Key, Value> of(Results results) {
        Map<Key, Value> all = new HashMap<>();
        for (ComponentData component : RunConversion.toData(results, List.of(), null).getComponents()) {
            List<String> path = new ArrayList<>();
            for (RegionData region : component.getRegions()) {
                path.subList(Math.min(region.getDepth(), path.size()), path.size()).clear();
                path.add(region.getLabel());
                add(all, component, region, List.copyOf(path));
            }
        }
        return all;
    }

    private static void add(Map<Key, Value> all, ComponentData component, RegionData region, List<String> path) {
        List<StatisticsData> numbers = region.getNumbers();
        for (int i = 0; i < Math.min(numbers.size(), component.getNumbers().size()); i++) {
            Double sum = numbers.get(i).getSum();
            if (sum == null || !Double.isFinite(sum)) continue;
            String name = component.getNumbers().get(i).getName();
            String unit = component.getNumbers().get(i).getUnits().get(0).getSymbol() + component.getNumbers().get(i).getUnitSuffix();
            String metric = name.isEmpty() ? component.getId() : component.getId() + '.' + name;
            Value value = all.computeIfAbsent(new Key(metric, unit, path), key -> new Value());
            boolean isAdditive = component.getNumbers().get(i).isAdditive();
            value.sum = isAdditive || value.laps == 0 ? value.sum + sum : Math.max(value.sum, sum);
            Long laps = region.getLaps();
            value.laps = laps == null || value.laps < 0 ? -1 : value.laps + laps;
        }
    }
}
