package timemory.tools;

import timemory.tools.io.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import timemory.ComponentType;
import timemory.DisplayUnit;
import timemory.Quantity;

/**
 * The table of {@code timemory top}, as lines of a terminal.
 *
 * @param rows the maximum number of regions
 * @param columns the maximum width of a line
 */
record TopTable(int rows, int columns) {

    private static final int DEEPEST = 20;
    private static final String UNKNOWN = "-";

    /** One line of names, then one for each of {@code regions}, and how many there is no room for. */
    List<String> lines(List<TopRow> regions, ComponentType<?> type) {
        Kind kind = Kind.of(type);
        boolean hasPercentiles = regions.stream().anyMatch(row -> !Double.isNaN(row.median()));
        boolean hasThrottled = regions.stream().anyMatch(row -> row.throttledPerSecond() > 0);
        List<String[]> cells = new ArrayList<>();
        cells.add(heads(kind, hasPercentiles, hasThrottled, type));
        for (TopRow row : regions.subList(0, Math.min(rows, regions.size()))) {
            cells.add(cells(row, kind, hasPercentiles, hasThrottled, type.getQuantity()));
        }
        int[] widths = new int[cells.get(0).length];
        for (String[] row : cells) {
            for (int i = 0; i < row.length - 1; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : cells) {
            lines.add(line(row, widths));
        }
        if (regions.size() > rows) {
            lines.add("and " + (regions.size() - rows) + " more");
        }
        return lines;
    }

    /** Numbers to the right, and the label last, cut where there is no more room. */
    private String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length - 1; i++) {
            line.append(" ".repeat(widths[i] - row[i].length())).append(row[i]).append("  ");
        }
        int room = Math.max(8, columns - line.length());
        String label = row[row.length - 1];
        if (label.codePointCount(0, label.length()) > room) {
            label = label.substring(0, label.offsetByCodePoints(0, room - 3)) + "...";
        }
        return line.append(label).toString();
    }

    /** What is made of values: a part of the time, an amount in each second, or what they are. */
    private enum Kind {
        TIME, RATE, VALUE;

        static Kind of(ComponentType<?> type) {
            boolean adds = type.getElementCount() > 0 && type.isAdditive(0);
            return !adds ? VALUE : type.getQuantity().getName().equals(Quantity.TIME.getName()) ? TIME : RATE;
        }
    }

    private static String[] heads(Kind kind, boolean hasPercentiles, boolean hasThrottled, ComponentType<?> type) {
        String label = Terminal.visible(type.getLabel()).toUpperCase(Locale.ROOT);
        List<String> heads = new ArrayList<>(List.of("LAPS/S"));
        heads.addAll(switch (kind) {
            case TIME -> List.of("% TIME", "% SELF", "MEAN");
            case RATE -> List.of(label + "/S", "SELF/S", "MEAN");
            case VALUE -> List.of(label);
        });
        if (hasPercentiles) {
            heads.addAll(List.of("P50", "P99"));
        }
        heads.add("OPEN");
        if (hasThrottled) {
            heads.add("THROTTLED/S");
        }
        heads.addAll(List.of("% OVERHEAD", "REGION"));
        return heads.toArray(String[]::new);
    }

    private static String[] cells(TopRow row, Kind kind, boolean hasPercentiles, boolean hasThrottled, Quantity quantity) {
        List<String> cells = new ArrayList<>(List.of(number(row.lapsPerSecond())));
        String mean = amount(row.mean(), quantity);
        cells.addAll(switch (kind) {
            // Nanoseconds in each second are a part of it.
            case TIME -> List.of(percent(row.perSecond() / 1e9), percent(row.ownPerSecond() / 1e9), mean);
            case RATE -> List.of(amount(row.perSecond(), quantity), amount(row.ownPerSecond(), quantity), mean);
            case VALUE -> List.of(amount(row.perSecond(), quantity));
        });
        if (hasPercentiles) {
            cells.add(amount(row.median(), quantity));
            cells.add(amount(row.most(), quantity));
        }
        cells.add(row.open() == 0 ? "" : Long.toString(row.open()));
        if (hasThrottled) {
            cells.add(row.throttledPerSecond() == 0 ? "" : number(row.throttledPerSecond()));
        }
        cells.add(percent(row.overhead()));
        cells.add("  ".repeat(Math.min(DEEPEST, row.depth())) + Terminal.visible(row.label()));
        return cells.toArray(String[]::new);
    }

    private static String percent(double part) {
        return Double.isFinite(part) ? String.format(Locale.ROOT, "%.1f", 100 * part) : UNKNOWN;
    }

    /** To three digits or so. */
    static String number(double number) {
        if (!Double.isFinite(number)) {
            return UNKNOWN;
        }
        double size = Math.abs(number);
        return String.format(Locale.ROOT, size >= 100 || number == 0 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", number);
    }

    /** {@code raw} in the largest unit of {@code quantity} in which it is one or more. */
    static String amount(double raw, Quantity quantity) {
        if (!Double.isFinite(raw)) {
            return UNKNOWN;
        }
        DisplayUnit chosen = quantity.getUnits().get(0);
        for (DisplayUnit unit : quantity.getUnits()) {
            if (unit.getSize() <= Math.abs(raw) && unit.getSize() <= 1e9) {
                chosen = unit;
            }
        }
        String symbol = Terminal.visible(chosen.getSymbol());
        return number(raw / chosen.getSize()) + (symbol.isEmpty() ? "" : " " + symbol);
    }
}
