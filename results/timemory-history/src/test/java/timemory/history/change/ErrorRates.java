package timemory.history.change;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Error rates by simulation: how often changes are found that do not exist, and how often real ones are found in time, for our method and
 * for Otava's and MongoDB's on the same series. Prints the tables of docs/history.md; build/history-rates writes them there.
 */
final class ErrorRates {
    static final int BUILDS = 150;
    private static final int SEED = 46;
    /** The other methods must run after each build, and MongoDB's uses permutations, so they get only one in this many series. */
    private static final int ONE_OF = 10;

    /** A method that decides whether a series has a change. */
    interface Method {
        boolean findsAny(double[] series);

        /** Returns whether later looks find everything that an earlier one found, so that the last look is enough. */
        default boolean remembers() {
            return false;
        }
    }

    static final Method OURS = new Method() {
        @Override
        public boolean findsAny(double[] series) {
            return !ChangePoints.of(series, ChangePoints.Criteria.USUAL).isEmpty();
        }

        @Override
        public boolean remembers() {
            return true;
        }
    };
    static final Method OTAVA = series -> !OtavaMethod.of(series, OtavaMethod.Criteria.USUAL).isEmpty();
    static final Method MONGO = series -> !MongoMethod.of(series, new Random(SEED)).isEmpty();

    private ErrorRates() {}

    /** Returns whether a look after one of the builds from {@code first} to the last finds something. */
    static boolean findsAtAnyLook(Method method, double[] series, int first) {
        if (method.remembers()) return method.findsAny(series);
        for (int builds = first; builds <= series.length; builds++) {
            if (method.findsAny(Arrays.copyOf(series, builds))) return true;
        }
        return false;
    }

    /** Returns the fraction of series without a change in which one is found at any of the looks after each of 150 builds. */
    static double falseAtAnyLook(Method method, Noise noise, int count) {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < count; i++) if (findsAtAnyLook(method, noise.series(random, BUILDS), 4)) found++;
        return (double) found / count;
    }

    /** Error rate of a single test after 150 builds. */
    static double falseAtOneLook(Method method, Noise noise, int count) {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < count; i++) if (method.findsAny(noise.series(random, BUILDS))) found++;
        return (double) found / count;
    }

    /**
     * Returns the fraction of series with a step in which a change is found at one of the looks after it.
     *
     * @param before builds before the step; series with a false change in those are left out
     * @param step relative to the level
     * @param within builds after it
     */
    static double found(Method method, Noise noise, int before, double step, int within, int count) {
        Random random = new Random(SEED);
        int found = 0;
        int asked = 0;
        for (int i = 0; i < count; i++) {
            double[] series = noise.series(random, before + within);
            for (int j = before; j < series.length; j++) series[j] *= 1.0 + step;
            if (method.findsAny(Arrays.copyOf(series, before))) continue;
            asked++;
            if (findsAtAnyLook(method, series, before + 1)) found++;
        }
        return (double) found / asked;
    }

    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[0]);
        int few = Math.max(1, count / ONE_OF);
        PrintStream out = System.out;
        out.printf(Locale.ROOT,
                "False alarms in series of 150 runs without a change, %,d series of each kind (%,d for the other methods):%n%n",
                count, few);
        out.println("| noise | timemory, at any of 150 looks | Otava, one look | at any of 150 | MongoDB, one look | at any of 150 |");
        out.println("|---|--:|--:|--:|--:|--:|");
        for (Noise noise : Noise.values()) {
            out.printf("| %s | %s | %s | %s | %s | %s |%n", noise.title, percent(falseAtOneLook(OURS, noise, count)),
                    percent(falseAtOneLook(OTAVA, noise, few)), percent(falseAtAnyLook(OTAVA, noise, few)),
                    percent(falseAtOneLook(MONGO, noise, few)), percent(falseAtAnyLook(MONGO, noise, few)));
        }
        out.printf("%nSteps found within a number of runs, with a look after each run:%n%n");
        out.println("| noise | step | runs before it | within runs | timemory | Otava | MongoDB |");
        out.println("|---|--:|--:|--:|--:|--:|--:|");
        double[][] steps = {{0.05, 8}, {0.20, 3}, {0.03, 20}};
        for (Noise noise : new Noise[] {Noise.NORMAL, Noise.OUTLIERS, Noise.AR_03}) {
            for (double[] step : steps) {
                for (int before : new int[] {25, 40, 60, 100}) {
                    int within = (int) step[1];
                    out.printf("| %s | %s | %d | %d | %s | %s | %s |%n", noise.title, percent(step[0]), before, within,
                            percent(found(OURS, noise, before, step[0], within, count)),
                            percent(found(OTAVA, noise, before, step[0], within, few)),
                            percent(found(MONGO, noise, before, step[0], within, few)));
                }
            }
        }
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.0995 && part > 0.0 ? "%.1f %%" : "%.0f %%", 100 * part);
    }
}
