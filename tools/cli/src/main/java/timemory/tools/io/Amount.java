package timemory.tools.io;

import java.util.Locale;
import timemory.Quantity;
import timemory.output.ReadableValueKt;

/** Values as people read them, the same in all commands: three digits in the unit that suits the value. */
public final class Amount {

    private Amount() {}

    /** Formats a value in raw units: {@code 70.5 us}, {@code 1.20 GB}, {@code 12,345}. */
    public static String of(double raw, Quantity quantity) {
        return of(raw, quantity, "");
    }

    /** @param suffix follows the unit: {@code /s} */
    public static String of(double raw, Quantity quantity, String suffix) {
        return Terminal.visible(ReadableValueKt.readable(raw, quantity, suffix));
    }

    /** Formats a difference of values: {@code +70.5 us}. */
    public static String change(double raw, Quantity quantity, String suffix) {
        return Terminal.visible(ReadableValueKt.readableChange(raw, quantity, suffix));
    }

    /** Formats a number of things. */
    public static String count(double number) {
        return ReadableValueKt.readable(number, Quantity.COUNT, "");
    }

    /** Formats a part as {@code 12.3 %}. */
    public static String percent(double part) {
        return Double.isFinite(part) ? String.format(Locale.ROOT, "%.1f %%", 100 * part) : "-";
    }

    /** Formats a relative change: {@code +3.1 %}. */
    public static String relativeChange(double part) {
        return Double.isNaN(part) ? "-"
                : Double.isInfinite(part) ? (part > 0 ? "+inf" : "-inf") : String.format(Locale.ROOT, "%+.1f %%", 100 * part);
    }

    /** Formats the probability that a difference is chance. */
    public static String probability(double p) {
        return Double.isNaN(p) ? "-" : p < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p);
    }
}
