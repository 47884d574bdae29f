package timemory.history.scale;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/**
 * How often the leading term of a series is found, by simulation: by our method, and by Extra-P's on the same series. Prints the table of
 * docs/history.md; build/history-rates writes it there.
 */
final class ModelRates {
    static final Function<List<Growth.Point>, Growth> OURS = points -> GrowthModel.of(points).growth();
    static final Function<List<Growth.Point>, Growth> EXTRA_P = ExtraPMethod::of;
    private static final int SEED = 46;

    private ModelRates() {}

    /** Returns the fraction of {@code count} series whose leading term is correct. */
    static double right(Function<List<Growth.Point>, Growth> method, Form form, double noise, int runs, int count) {
        Random random = new Random(SEED);
        int right = 0;
        for (int i = 0; i < count; i++) if (form.isLeadingIn(method.apply(form.points(random, noise, runs)))) right++;
        return (double) right / count;
    }

    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[0]);
        int[] runs = {5, 1};
        System.out.printf(Locale.ROOT, "Correct leading terms, in %,d series of each form:%n%n", count);
        System.out.println("| form | 2 %, 5 runs | Extra-P | 5 %, 5 runs | Extra-P | 2 %, 1 run | Extra-P | 5 %, 1 run | Extra-P |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (Form form : Form.ALL) {
            StringBuilder row = new StringBuilder("| " + form.name() + " |");
            for (int each : runs) {
                for (double noise : new double[] {0.02, 0.05}) {
                    row.append(String.format(Locale.ROOT, " %.1f %% | %.1f %% |", 100 * right(OURS, form, noise, each, count),
                            100 * right(EXTRA_P, form, noise, each, count)));
                }
            }
            System.out.println(row);
        }
    }
}
