package timemory.history.change;

import java.util.Random;
import java.util.function.DoubleSupplier;

/** Series without a change, of 100 with two percent of noise by default. */
enum Noise {
    NORMAL("normal") {
        @Override
        double[] series(Random random, int length) {
            return autoregressive(random, length, 0.0);
        }
    },
    LOG_NORMAL("log-normal, sigma 0.3") {
        @Override
        double[] series(Random random, int length) {
            return each(length, () -> 100.0 * Math.exp(0.3 * random.nextGaussian()));
        }
    },
    BIMODAL("bimodal, 100 and 110") {
        @Override
        double[] series(Random random, int length) {
            return each(length, () -> (random.nextBoolean() ? 100.0 : 110.0) * (1.0 + 0.01 * random.nextGaussian()));
        }
    },
    PARETO("Pareto, exponent 1.5") {
        @Override
        double[] series(Random random, int length) {
            return each(length, () -> 100.0 * (0.98 + 0.02 * Math.pow(1.0 - random.nextDouble(), -1.0 / 1.5)));
        }
    },
    OUTLIERS("2 % of runs three times slower") {
        @Override
        double[] series(Random random, int length) {
            return each(length, () -> 100.0 * (1.0 + 0.02 * random.nextGaussian()) * (random.nextDouble() < 0.02 ? 3.0 : 1.0));
        }
    },
    TICKS("ticks of 10, two in three 10, else 20") {
        @Override
        double[] series(Random random, int length) {
            return each(length, () -> random.nextInt(3) < 2 ? 10.0 : 20.0);
        }
    },
    AR_03("AR(0.3)") {
        @Override
        double[] series(Random random, int length) {
            return autoregressive(random, length, 0.3);
        }
    },
    AR_05("AR(0.5)") {
        @Override
        double[] series(Random random, int length) {
            return autoregressive(random, length, 0.5);
        }
    },
    AR_08("AR(0.8)") {
        @Override
        double[] series(Random random, int length) {
            return autoregressive(random, length, 0.8);
        }
    };

    /** The title in the table of docs/history.md. */
    final String title;

    Noise(String title) {
        this.title = title;
    }

    abstract double[] series(Random random, int length);

    private static double[] each(int length, DoubleSupplier number) {
        double[] series = new double[length];
        for (int i = 0; i < length; i++) series[i] = number.getAsDouble();
        return series;
    }

    private static double[] autoregressive(Random random, int length, double coefficient) {
        double innovation = Math.sqrt(1.0 - coefficient * coefficient);
        double[] series = new double[length];
        double state = random.nextGaussian();
        for (int i = 0; i < length; i++) {
            series[i] = 100.0 * (1.0 + 0.02 * state);
            state = coefficient * state + innovation * random.nextGaussian();
        }
        return series;
    }
}
