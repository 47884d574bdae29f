package timemory.test;

import java.util.Objects;
import timemory.Component;
import timemory.ComponentType;
import timemory.DoubleComponent;
import timemory.LongComponent;
import timemory.RateComponent;
import timemory.RatioComponent;
import timemory.ValueComponent;
import timemory.ValueComponentType;

/** Extracts a component's value as a number in raw units. */
final class LapValue {

    private LapValue() {}

    /**
     * Returns the mean over the laps; for a ratio or rate the quotient of the sums, for a value of another type the last one.
     *
     * @throws IllegalArgumentException if the value is not a single number
     */
    static double meanOf(Component component, ComponentType<?> type) {
        if (component instanceof LongComponent) {
            return ((LongComponent) component).getMean();
        } else if (component instanceof DoubleComponent) {
            return ((DoubleComponent) component).getMean();
        } else if (component instanceof RatioComponent) {
            return ((RatioComponent) component).getRatio();
        } else if (component instanceof RateComponent) {
            return ((RateComponent) component).getPerSecond();
        }
        double[] numbers = numbersOf((ValueComponent<?>) component, type);
        if (numbers.length != 1) {
            throw new IllegalArgumentException("component " + type.getId() + " records " + numbers.length + " numbers " + type.getElements()
                    + " at once, and a budget is for one: measure a component with a single number");
        }
        return numbers[0];
    }

    /** Formats the mean over the laps with its unit. */
    static String show(Component component, ComponentType<?> type) {
        if (component instanceof ValueComponent<?>) {
            return showLast((ValueComponent<?>) component, type);
        }
        return Units.show(meanOf(component, type), type) + (component instanceof RateComponent ? "/sec" : "");
    }

    @SuppressWarnings("unchecked") // a component of this kind has a type of this kind, with the same values
    private static double[] numbersOf(ValueComponent<?> component, ComponentType<?> type) {
        return ((ValueComponentType<?, Object>) type).numbers(lastOf(component));
    }

    /** Only called for components that have recorded a lap. */
    private static Object lastOf(ValueComponent<?> component) {
        return Objects.requireNonNull(component.getLast());
    }

    @SuppressWarnings("unchecked") // a component of this kind has a type of this kind, with the same values
    private static String showLast(ValueComponent<?> component, ComponentType<?> type) {
        return ((ValueComponentType<?, Object>) type).display(lastOf(component));
    }
}
