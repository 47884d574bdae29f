package timemory.tools;

import java.util.ArrayList;
import java.util.List;
import timemory.ComponentType;
import timemory.Quantity;
import timemory.internal.text.ShortLabelKt;
import timemory.output.TreeTableKt;
import timemory.tools.io.Amount;
import timemory.tools.io.Terminal;

/**
 * The table of {@code timemory top}, as lines of a terminal.
 *
 * @param rows the maximum number of regions
 * @param columns the maximum width of a line
 */
record TopTable(int rows, int columns) {

    private static final int MIN_LABEL = 8;
    private static final int MAX_LABEL = 56;

    /** One line of names, then one for each of {@code regions}, and how many there is no room for. */
    List<String> lines(List<TopRow> regions, ComponentType<?> type) {
        Kind kind = Kind.of(type);
        boolean hasPercentiles = regions.stream().anyMatch(row -> !Double.isNaN(row.median()));
        boolean hasThrottled = regions.stream().anyMatch(row -> row.throttledPerSecond() > 0);
        List<String[]> cells = new ArrayList<>();
        cells.add(heads(kind, hasPercentiles, hasThrottled, type));
        List<TopRow> shown = regions.subList(0, Math.min(rows, regions.size()));
        for (TopRow row : shown) {
            cells.add(cells(row, kind, hasPercentiles, hasThrottled, type));
        }
        int[] widths = new int[cells.get(0).length];
        for (String[] row : cells) {
            for (int i = 0; i < row.length - 1; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            lines.add(line(cells.get(i), widths, i == 0 ? 0 : shown.get(i - 1).depth()));
        }
        if (regions.size() > rows) {
            lines.add("and " + (regions.size() - rows) + " more");
        }
        return lines;
    }

    /** Numbers to the right, and the label last, shortened if there is no more room. */
    private String line(String[] row, int[] widths, int depth) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length - 1; i++) {
            line.append(" ".repeat(widths[i] - row[i].length())).append(row[i]).append("  ");
        }
        int room = Math.max(MIN_LABEL, columns - line.length());
        String start = TreeTableKt.indentation(depth, Math.min(room, MAX_LABEL));
        return line.append(start).append(ShortLabelKt.shortenLabel(row[row.length - 1], Math.max(MIN_LABEL, room - start.length())))
                .toString();
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
        List<String> heads = new ArrayList<>(List.of(type.getId().endsWith("samples") ? "samples/s" : "calls/s"));
        heads.addAll(kind == Kind.VALUE ? List.of("value") : List.of("total", "self", "mean"));
        if (hasPercentiles) {
            heads.addAll(List.of("p50", "p99"));
        }
        heads.add("open");
        if (hasThrottled) {
            heads.add("throttled/s");
        }
        heads.addAll(List.of("overhead", "region"));
        return heads.toArray(String[]::new);
    }

    private static String[] cells(TopRow row, Kind kind, boolean hasPercentiles, boolean hasThrottled, ComponentType<?> type) {
        Quantity quantity = type.getQuantity();
        String suffix = type.getElementCount() > 0 ? type.unitSuffix(0) : "";
        List<String> cells = new ArrayList<>(List.of(Amount.count(row.lapsPerSecond())));
        String mean = Amount.of(row.mean(), quantity, suffix);
        cells.addAll(switch (kind) {
            // Nanoseconds in each second are a part of it.
            case TIME -> List.of(Amount.percent(row.perSecond() / 1e9), Amount.percent(row.ownPerSecond() / 1e9), mean);
            case RATE -> List.of(Amount.of(row.perSecond(), quantity, "/s"), Amount.of(row.ownPerSecond(), quantity, "/s"), mean);
            case VALUE -> List.of(Amount.of(row.perSecond(), quantity, suffix));
        });
        if (hasPercentiles) {
            cells.add(Amount.of(row.median(), quantity, suffix));
            cells.add(Amount.of(row.most(), quantity, suffix));
        }
        cells.add(row.open() == 0 ? "" : Amount.count(row.open()));
        if (hasThrottled) {
            cells.add(row.throttledPerSecond() == 0 ? "" : Amount.count(row.throttledPerSecond()));
        }
        cells.add(Amount.percent(row.overhead()));
        cells.add(Terminal.visible(row.label()));
        return cells.toArray(String[]::new);
    }
}
