package timemory.tools;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import timemory.DisplayUnit;
import timemory.Quantity;

/**
 * How much a component may change: {@code wall_clock>5%} allows a rise of up to five percent, {@code peak_rss>10MB} one of ten megabytes,
 * and {@code hits<-5%} a fall of five percent.
 */
record Threshold(String metric, boolean isRise, double limit, boolean isRelative, String unit, String text) {

    private static final Pattern SHAPE =
            Pattern.compile("\\s*([A-Za-z0-9_.:]+)\\s*([<>])\\s*([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*(%|[A-Za-z]*)\\s*");

    static Threshold parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no threshold: write a component, > or <, and by how much, as in "
                    + "wall_clock>5% or peak_rss>10MB");
        }
        boolean isRelative = matcher.group(4).equals("%");
        double limit = Double.parseDouble(matcher.group(3));
        return new Threshold(matcher.group(1).toLowerCase(Locale.ROOT), matcher.group(2).equals(">"), isRelative ? limit / 100 : limit,
                isRelative, matcher.group(4), text.strip());
    }

    /** Whether {@code line} changed more than is allowed. A change that may well be chance is none. */
    boolean isExceededBy(Comparison.Line line, Quantity quantity) {
        if (line.kind() == Comparison.Kind.REMOVED || line.kind() == Comparison.Kind.ADDED) {
            return false;
        }
        boolean mayBeChance = !Double.isNaN(line.significance()) && !line.isSignificant();
        double change = isRelative ? line.relativeChange() : line.change() / size(quantity);
        return !mayBeChance && (isRise ? change > limit : change < limit);
    }

    private double size(Quantity quantity) {
        if (unit.isEmpty()) {
            return 1.0;
        }
        for (DisplayUnit known : quantity.getUnits()) {
            if (known.getSymbol().equals(unit)) {
                return known.getSize();
            }
        }
        throw new IllegalArgumentException(
                "threshold '" + text + "': " + metric + " is not counted in '" + unit + "' but in " + quantity.getUnits());
    }
}
