package timemory.tools;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import timemory.DisplayUnit;
import timemory.Quantity;

/**
 * How much a component may change: {@code wall_clock>5%} allows a rise of the totals of regions by up to five percent,
 * {@code wall_clock.mean>5%} one of their mean calls, {@code wall_clock.calls>0%} none of how many calls they have, {@code peak_rss>10MB} a rise of ten megabytes, and
 * {@code hits<-5%} a fall of five percent.
 */
record Threshold(String metric, Of of, boolean isRise, double limit, boolean isRelative, String unit, String text) {

    /** Which number of a region. */
    enum Of {
        TOTAL,
        MEAN,
        CALLS;

        Comparison.Difference in(Comparison.Line line) {
            return switch (this) {
                case TOTAL -> line.sum();
                case MEAN -> line.mean();
                case CALLS -> line.laps();
            };
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Pattern SHAPE =
            Pattern.compile(
                    "\\s*([A-Za-z0-9_.:]+?)(?:\\.(total|sum|mean|calls|laps|count))?\\s*([<>])"
                            + "\\s*([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*(%|[A-Za-z]*)\\s*");

    /** The units that tables show, by the names that settings have for them. */
    private static final Map<String, String> SHORT_UNITS =
            Map.of("ns", "nsec", "us", "usec", "ms", "msec", "s", "sec", "h", "hr", "kB", "KB");

    static Threshold parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a threshold: write a component, > or <, and a limit, as in "
                    + "wall_clock>5%, wall_clock.mean>5% or peak_rss>10MB");
        }
        String of = matcher.group(2);
        boolean isRelative = matcher.group(5).equals("%");
        double limit = Double.parseDouble(matcher.group(4));
        return new Threshold(matcher.group(1).toLowerCase(Locale.ROOT),
                of == null || of.equals("total") || of.equals("sum") ? Of.TOTAL : of.equals("mean") ? Of.MEAN : Of.CALLS,
                matcher.group(3).equals(">"),
                isRelative ? limit / 100 : limit, isRelative, matcher.group(5), text.strip());
    }

    /** Whether the number of {@code line} changed more than is allowed, be that chance or not. New and vanished regions did not. */
    boolean isExceededBy(Comparison.Line line, Quantity quantity) {
        if (line.kind() != Comparison.Kind.CHANGED) {
            return false;
        }
        Comparison.Difference difference = of.in(line);
        double change = isRelative ? difference.relative() : difference.change() / (of == Of.CALLS ? 1.0 : size(quantity));
        return isRise ? change > limit : change < limit;
    }

    private double size(Quantity quantity) {
        if (unit.isEmpty()) {
            return 1.0;
        }
        String symbol = SHORT_UNITS.getOrDefault(unit, unit);
        for (DisplayUnit known : quantity.getUnits()) {
            if (known.getSymbol().equals(symbol) || known.getSymbol().equals(unit)) {
                return known.getSize();
            }
        }
        throw new IllegalArgumentException(
                "threshold '" + text + "': " + metric + " is not measured in '" + unit + "' but in " + quantity.getUnits());
    }
}
