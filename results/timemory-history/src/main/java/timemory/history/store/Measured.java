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

/** The numbers of one run to store: laps and sum for each metric and path. Values that are not numbers are left out. */
final class Measured {

    /** The identity of a region. */
    record Key(String metric, String unit, List<String> path) {}

    /** Value of a region in a run. */
    static final class Value {
        long laps;
        double sum;
    }

    private Measured() {}

    /** Joins regions with the same path, such as those of several threads that were kept separate. */
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
