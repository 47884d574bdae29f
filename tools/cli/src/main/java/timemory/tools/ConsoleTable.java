package timemory.tools;

import timemory.tools.io.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import timemory.results.CallGraph;
import timemory.DisplayUnit;

/** Text in columns, for the console. */
public final class ConsoleTable {

    private static final int MAX_LABEL_LENGTH = 60;

    private ConsoleTable() {}

    /** A unit that numbers are shown in. */
    record Unit(String symbol, double size) {

        String format(double raw) {
            return Double.isFinite(raw) ? String.format(Locale.ROOT, "%.3f", raw / size) : "-";
        }

        String signed(double raw) {
            return Double.isFinite(raw) ? String.format(Locale.ROOT, "%+.3f", raw / size) : "-";
        }
    }

    /** The largest unit in which the largest number is at least one, seconds and gigabytes at most. */
    static Unit unitFor(CallGraph graph, Comparison comparison) {
        double largest = comparison.lines().stream()
                .mapToDouble(line -> Math.max(Math.abs(line.sum().before()), Math.abs(line.sum().after())))
                .filter(Double::isFinite).max().orElse(0);
        DisplayUnit chosen = graph.getType().getQuantity().getUnits().get(0);
        for (DisplayUnit unit : graph.getType().getQuantity().getUnits()) {
            if (unit.getSize() <= 1e9 && unit.getSize() <= largest) {
                chosen = unit;
            }
        }
        return new Unit(chosen.getSymbol(), chosen.getSize());
    }

    static String signed(double percent) {
        return Double.isNaN(percent) ? "-"
                : Double.isInfinite(percent) ? (percent > 0 ? "+inf" : "-inf") : String.format(Locale.ROOT, "%+.1f", percent);
    }

    static String probability(double p) {
        return p < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    public static String indented(int depth, String label, boolean isList) {
        return (isList ? "" : "  ".repeat(Math.min(depth, 20))) + shortened(Terminal.visible(label), MAX_LABEL_LENGTH);
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most / 2) + "..." + text.substring(text.length() - most / 2 + 3);
    }

    /** The first column to the left, the others to the right, below their names. */
    public static void print(PrintWriter out, List<String[]> rows) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String space = " ".repeat(widths[i] - row[i].length());
                line.append(i == 0 ? row[i] + space : "  " + space + row[i]);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
