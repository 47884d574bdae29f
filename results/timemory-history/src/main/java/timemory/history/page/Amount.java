package timemory.history.page;

import java.util.Locale;
import timemory.tools.read.Units;

/** Formats numbers for people. */
public final class Amount {
    private static final double ROUNDING = 1e-9;

    private Amount() {}

    /** Formats a value given in {@code unit} in the unit that suits it, with three digits: {@code 64.4 ms}. */
    public static String of(double value, String unit) {
        Units known = Units.of(unit, 1.0);
        // What a model computes is often a whole number but for its last bit.
        boolean isWhole = Math.abs(value - Math.rint(value)) <= ROUNDING * Math.abs(value);
        return timemory.tools.io.Amount.of((isWhole ? Math.rint(value) : value) * known.factor(), known.quantity(), known.suffix());
    }

    /** Formats a relative change: {@code +3.1 %}. */
    public static String change(double part) {
        return Double.isFinite(part) ? timemory.tools.io.Amount.relativeChange(part) : "-";
    }

    /** Formats a part as {@code 83 %}. */
    public static String percent(double part) {
        return Double.isFinite(part) ? String.format(Locale.ROOT, "%.0f %%", 100 * part) : "-";
    }

    /** Formats a relative error: {@code 2.7 %}. */
    public static String error(double part) {
        return timemory.tools.io.Amount.percent(part);
    }

    /** Formats a probability. */
    public static String probability(double p) {
        return p >= 0.001 ? String.format(Locale.ROOT, "%.3f", p) : p < 1e-300 ? "<1e-300" : String.format(Locale.ROOT, "%.0e", p);
    }
}
