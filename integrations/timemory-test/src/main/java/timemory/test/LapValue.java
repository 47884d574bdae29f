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

/** What an instance of any component recorded, as a number in raw units. */
final class LapValue {

    private LapValue() {}

    /**
     * The mean of the laps; of a ratio or rate the quotient of their sums, of a value of another type the last one.
     *
     * @throws IllegalArgumentException if the value is not one number
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

    /** The mean of the laps as text with its unit. */
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

    /** Asked of components that have recorded a lap alone. */
    private static Object lastOf(ValueComponent<?> component) {
        return Objects.requireNonNull(component.getLast());
    }

    @SuppressWarnings("unchecked") // as above
    private static String showLast(ValueComponent<?> component, ComponentType<?> type) {
        return ((ValueComponentType<?, Object>) type).display(lastOf(component));
    }
}
