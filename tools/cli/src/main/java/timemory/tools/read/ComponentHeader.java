package timemory.tools.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.Components;
import timemory.results.Metric;

/** What a file of XML tells of a component, besides its regions. */
final class ComponentHeader {

    private final String id;
    List<String> names = List.of();
    String description = "";
    double[] unitValues = {};
    List<String> units = List.of();
    List<Boolean> additive = List.of();
    private @Nullable Metric metric;
    private double[] factors = {};

    ComponentHeader(String name) {
        String plain = name.substring(name.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
        id = plain.replaceAll("[^a-z0-9_]", "_");
    }

    /** The component, whose values are like those of {@code first}. */
    Metric metric(ParsedNode first) {
        if (metric == null) {
            ComponentType<?> known = Components.find(id);
            boolean isText = first.text != null && first.sum.length <= 1;
            boolean isSeveral = !isText && (names.size() > 1 || first.sum.length > 1);
            int count = isText ? 0 : Math.max(1, isSeveral ? Math.max(names.size(), first.sum.length) : 1);
            factors = new double[count];
            List<Metric.Number> numbers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Units unit = Units.of(i < units.size() ? units.get(i) : "", i < unitValues.length ? unitValues[i] : 1.0);
                factors[i] = unit.factor();
                String name = !isSeveral ? "" : i < names.size() ? names.get(i) : String.valueOf(i);
                numbers.add(new Metric.Number(name, unit.quantity(), unit.suffix(), isAdditive(i, known, unit)));
            }
            String label = isSeveral || names.isEmpty() ? known == null ? id : known.getLabel() : names.get(0);
            Binding binding = known == null ? Binding.WALL : known.getBinding();
            metric = new Metric(id, label, description, binding, numbers);
        }
        return metric;
    }

    /** As the file says; a file of another version does not, and then it is what it is in this one. */
    private boolean isAdditive(int number, @Nullable ComponentType<?> known, Units unit) {
        if (number < additive.size()) {
            return additive.get(number);
        }
        if (known != null) {
            return known.isAdditive(number);
        }
        return !unit.suffix().startsWith("/") && unit.quantity() != timemory.Quantity.PERCENTAGE;
    }

    /** How many raw units one of each number's is. */
    double[] factors() {
        return factors;
    }
}
