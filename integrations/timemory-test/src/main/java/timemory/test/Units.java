package timemory.test;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import timemory.ComponentType;
import timemory.DisplayUnit;

/** Converts and formats values in the units of their component, for messages and budgets. */
final class Units {

    private Units() {}

    /**
     * Returns the size of the unit {@code symbol} in raw units of {@code type}.
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

    /** Formats {@code raw} in the largest unit in which it is at least 1. */
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

    /** Formats a number with up to three decimal places, or as many as a small value needs. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%d", (long) value);
        }
        return Math.abs(value) < 0.001 ? String.format(Locale.ROOT, "%.2e", value) : String.format(Locale.ROOT, "%.3f", value);
    }
}
