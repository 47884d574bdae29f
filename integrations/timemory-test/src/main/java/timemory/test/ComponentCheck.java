package timemory.test;

import org.opentest4j.AssertionFailedError;
import timemory.Component;
import timemory.ComponentType;

/**
 * Checks a component's value for a block against a budget. Created by {@link Budgets#assertBudget}.
 *
 * <p>Not thread-safe.
 */
public final class ComponentCheck {

    private final ComponentType<?> type;
    private final Block block;
    private int laps = 1;
    private int warmup;

    ComponentCheck(ComponentType<?> type, Block block) {
        this.type = type;
        this.block = block;
    }

    /**
     * Sets the number of laps, whose mean counts; the default is 1.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public ComponentCheck laps(int laps) {
        if (laps < 1) {
            throw new IllegalArgumentException("laps: " + laps + " < 1");
        }
        this.laps = laps;
        return this;
    }

    /**
     * Sets the number of warm-up laps, which are not measured; there are none by default.
     *
     * @throws IllegalArgumentException if it is below 0
     */
    public ComponentCheck warmup(int laps) {
        if (laps < 0) {
            throw new IllegalArgumentException("warmup: " + laps + " < 0");
        }
        this.warmup = laps;
        return this;
    }

    /**
     * Checks the budget like {@link #isAtMost(double, String)}, for components with only one unit, such as counts.
     *
     * @throws IllegalArgumentException if the component has several units
     */
    public double isAtMost(double value) {
        if (type.getQuantity().getUnits().size() == 1) {
            return isAtMost(value, type.getQuantity().getUnits().get(0).getSymbol());
        }
        return isAtMost(value, "");
    }

    /**
     * Runs the block and checks that the component's value per lap is at most {@code value} in {@code unit}, on average.
     *
     * @param unit one of the component's units: {@code nsec}, {@code usec}, {@code msec}, {@code sec} for time, {@code B}, {@code KB},
     * {@code MB} for memory
     * @return what was measured, in {@code unit}
     * @throws AssertionFailedError if it is more
     * @throws org.opentest4j.TestAbortedException if the component cannot measure on this machine, or recorded nothing
     * @throws IllegalArgumentException if the component has no such unit, or records several numbers
     */
    public double isAtMost(double value, String unit) {
        double size = Units.sizeOf(unit, type);
        Unavailable.abortUnlessAvailable(type);
        try {
            double measured = measure();
            if (measured > value * size) {
                throw failed(measured, value * size);
            }
            return measured / size;
        } catch (Throwable failure) {
            throw Throwing.asIs(failure);
        }
    }

    private double measure() throws Throwable {
        for (int i = 0; i < warmup; i++) {
            block.run();
        }
        Component component = type.create();
        for (int i = 0; i < laps; i++) {
            component.start();
            block.run();
            component.stop();
        }
        if (component.getLaps() == 0) {
            throw Unavailable.aborted(type, "it recorded nothing in " + laps + " laps");
        }
        return LapValue.meanOf(component, type);
    }

    private AssertionFailedError failed(double measured, double budget) {
        String actual = Units.show(measured, type);
        String allowed = Units.show(budget, type);
        return new AssertionFailedError("component " + type.getId() + " (" + type.getDescription() + ") measured " + actual
                + (laps == 1 ? "" : " per lap, the mean of " + laps) + ", above the budget of " + allowed
                + ". Measure parts of the block as regions to find what takes it, or raise the budget",
                "at most " + allowed, actual);
    }
}
