package timemory.history.command;

/** Renders a series as one line of text. */
final class Sparkline {
    private static final String LEVELS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    private Sparkline() {}

    /**
     * Returns at most {@code width} characters, each the mean of the same number of values, scaled from the smallest to the largest of
     * them.
     */
    static String of(double[] series, int width) {
        int columns = Math.min(series.length, Math.max(1, width));
        double[] means = new double[columns];
        double least = Double.POSITIVE_INFINITY;
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < columns; i++) {
            int begin = (int) ((long) i * series.length / columns);
            int end = (int) ((long) (i + 1) * series.length / columns);
            for (int j = begin; j < end; j++) means[i] += series[j] / (end - begin);
            least = Math.min(least, means[i]);
            largest = Math.max(largest, means[i]);
        }
        StringBuilder line = new StringBuilder();
        for (double mean : means) {
            double height = largest > least ? (mean - least) / (largest - least) : 0.0;
            line.append(LEVELS.charAt((int) Math.min(LEVELS.length() - 1, height * LEVELS.length())));
        }
        return line.toString();
    }
}
