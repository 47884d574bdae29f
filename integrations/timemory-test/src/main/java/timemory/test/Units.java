package timemory.test;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import timemory.ComponentType;
import timemory.DisplayUnit;

/** Values in the units of their component, for messages and budgets. */
final class Units {

    private Units() {}

    /**
     * How many raw units of {@code type} the unit {@code symbol} holds.
     *
     * @throws IllegalArgumentException if the component has no such unit
     */
    static double sizeOf(String symbol, ComponentType<?> type) {
        List<DisplayUnit> units = type.getQuantity().getUnits();
        for (DisplayUnit unit : units) {
            if (unit.getSymbol().equals(symbol)) {
                return unit.getSize();
            }
        }
        String known = units.stream().map(unit -> "'" + unit.getSymbol() + "'").collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unit '" + symbol + "' of component " + type.getId() + " is unknown: give one of " + known);
    }

    /** {@code raw} in the largest unit in which it is 1 or more. */
    static String show(double raw, ComponentType<?> type) {
        List<DisplayUnit> units = type.getQuantity().getUnits();
        DisplayUnit best = units.get(0);
        for (DisplayUnit unit : units) {
            if (Math.abs(raw) >= unit.getSize()) {
                best = unit;
            }
        }
        return (number(raw / best.getSize()) + " " + best.getSymbol()).trim();
    }

    /** With up to three digits behind the point, and as many as show that a small value is not nothing. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%d", (long) value);
        }
        return Math.abs(value) < 0.001 ? String.format(Locale.ROOT, "%.2e", value) : String.format(Locale.ROOT, "%.3f", value);
    }
}
