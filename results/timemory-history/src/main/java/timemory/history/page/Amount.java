package timemory.history.page;

import java.util.Locale;

/** Formats numbers for people. */
public final class Amount {
    private static final double ROUNDING = 1e-9;

    private Amount() {}

    /** Formats a value in the largest unit of its kind in which it is at least one. */
    public static String of(double value, String unit) {
        double size = Math.abs(value);
        return switch (unit) {
            case "nsec" -> size >= 1e9 ? number(value / 1e9, "sec") : size >= 1e6 ? number(value / 1e6, "msec")
                    : size >= 1e3 ? number(value / 1e3, "usec") : number(value, "nsec");
            case "B" -> size >= 1e9 ? number(value / 1e9, "GB") : size >= 1e6 ? number(value / 1e6, "MB")
                    : size >= 1e3 ? number(value / 1e3, "KB") : number(value, "B");
            default -> number(value, unit);
        };
    }

    private static String number(double value, String unit) {
        boolean isWhole = Math.abs(value - Math.rint(value)) <= ROUNDING * Math.abs(value);
        String text = isWhole && Math.abs(value) < 1e6 ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.4g", value);
        return unit.isEmpty() ? text : text + " " + unit;
    }

    /** Formats a relative change: {@code +3.1 %}. */
    public static String change(double part) {
        return Double.isFinite(part) ? String.format(Locale.ROOT, "%+.1f %%", 100 * part) : "-";
    }

    /** Formats a part as {@code 83 %}. */
    public static String percent(double part) {
        return Double.isFinite(part) ? String.format(Locale.ROOT, "%.0f %%", 100 * part) : "-";
    }

    /** Formats a relative error: {@code 2.7 %}. */
    public static String error(double part) {
        return Double.isFinite(part) ? String.format(Locale.ROOT, "%.1f %%", 100 * part) : "-";
    }

    /** Formats a probability. */
    public static String probability(double p) {
        return p >= 0.001 ? String.format(Locale.ROOT, "%.3f", p) : p < 1e-300 ? "<1e-300" : String.format(Locale.ROOT, "%.0e", p);
    }
}
