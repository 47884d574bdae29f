package timemory.history.command;

import java.util.stream.DoubleStream;
import timemory.history.page.Amount;

/** Renders a series as one line of text. */
final class Sparkline {
    private static final String LEVELS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    private Sparkline() {}

    /** Returns {@code series} in at most {@code columns} characters, with the values of the lowest and the highest bar after it. */
    static String withScale(double[] series, String unit, int columns) {
        double least = DoubleStream.of(series).min().orElse(0.0);
        double largest = DoubleStream.of(series).max().orElse(0.0);
        String scale = "  " + Amount.of(least, unit) + (largest > least ? " to " + Amount.of(largest, unit) : "");
        return of(series, columns - scale.length(), least, largest) + scale;
    }

    /**
     * Returns at most {@code width} characters, each the mean of the same number of values, on the scale from {@code least} to
     * {@code largest}.
     */
    private static String of(double[] series, int width, double least, double largest) {
        int columns = Math.min(series.length, Math.max(1, width));
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < columns; i++) {
            int begin = (int) ((long) i * series.length / columns);
            int end = (int) ((long) (i + 1) * series.length / columns);
            double mean = 0.0;
            for (int j = begin; j < end; j++) mean += series[j] / (end - begin);
            double height = largest > least ? (mean - least) / (largest - least) : 0.0;
            line.append(LEVELS.charAt((int) Math.min(LEVELS.length() - 1, height * LEVELS.length())));
        }
        return line.toString();
    }
}
