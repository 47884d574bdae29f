package timemory.history.page;

import java.util.Locale;
import timemory.history.scale.Growth;

/** Formats growth models as formulas. */
public final class Formula {
    private static final int MAX_DENOMINATOR = 5;

    private Formula() {}

    /**
     * Formats {@code growth} as a formula in {@code name}: {@code 3.10 ms + 42.0 us * size^(3/2) * log2(size)}; only the constant if there
     * is no growth.
     */
    public static String of(Growth growth, String name, String unit) {
        if (growth.coefficient() == 0.0) return Amount.of(growth.constant(), unit);
        boolean isLess = growth.coefficient() < 0.0;
        StringBuilder text = new StringBuilder();
        if (growth.constant() != 0.0) text.append(Amount.of(growth.constant(), unit)).append(isLess ? " - " : " + ");
        else if (isLess) text.append('-');
        text.append(Amount.of(Math.abs(growth.coefficient()), unit));
        if (growth.power() != 0.0) text.append(" * ").append(name).append(growth.power() == 1.0 ? "" : "^" + exponent(growth.power()));
        if (growth.logarithms() > 0)
            text.append(" * log2(").append(name).append(')').append(growth.logarithms() == 1 ? "" : "^" + growth.logarithms());
        return text.toString();
    }

    /** Formats the formula with its prediction error, if known. */
    public static String withError(Growth growth, String name, String unit) {
        return of(growth, name, unit) + (Double.isNaN(growth.error()) ? "" : " (error " + Amount.error(growth.error()) + ")");
    }

    private static String exponent(double power) {
        for (int below = 1; below <= MAX_DENOMINATOR; below++) {
            long above = Math.round(power * below);
            if (Math.abs(power * below - above) < 1e-9) return below == 1 ? String.valueOf(above) : "(" + above + "/" + below + ")";
        }
        return String.format(Locale.ROOT, "%.2f", power);
    }
}
