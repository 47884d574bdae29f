package timemory.test;

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * The error rates of {@link RatioCheck}, by simulation: blocks that take 1 ms according to their own clock, with the noise of several
 * machines. {@code main} prints the table in {@code docs/dev/testing.md}.
 */
final class RatioErrorRates {

    /** The effect of a machine's noise on a sample, in addition to its time without noise. */
    enum Machine {
        QUIET("normal, sd 2 %") {
            @Override
            DoubleSupplier factors(Random random) {
                return () -> 1 + 0.02 * random.nextGaussian();
            }
        },
        SKEWED("log-normal, sd 20 %") {
            @Override
            DoubleSupplier factors(Random random) {
                return () -> Math.exp(0.2 * random.nextGaussian());
            }
        },
        OUTLIERS("sd 2 %, and 10 % of samples slower by a factor of 2 to 20") {
            @Override
            DoubleSupplier factors(Random random) {
                return () -> (1 + 0.02 * random.nextGaussian()) * (random.nextInt(10) == 0 ? 2 + 18 * random.nextDouble() : 1);
            }
        },
        BIMODAL("two speeds, 1 and 1.3") {
            @Override
            DoubleSupplier factors(Random random) {
                return () -> (1 + 0.02 * random.nextGaussian()) * (random.nextBoolean() ? 1.3 : 1);
            }
        },
        DRIFTING("AR(0.8) of both blocks together, sd 10 %, and sd 2 % of each") {
            @Override
            DoubleSupplier factors(Random random) {
                double[] state = {0};
                return () -> {
                    state[0] = 0.8 * state[0] + 0.06 * random.nextGaussian();
                    return Math.exp(state[0] + 0.02 * random.nextGaussian());
                };
            }
        },
        ONE_SLOW_AT_A_TIME("AR(0.5) of the ratio itself, sd 5 %") {
            @Override
            DoubleSupplier factors(Random random) {
                double[] state = {0};
                return () -> {
                    state[0] = 0.5 * state[0] + 0.043 * random.nextGaussian();
                    return Math.exp(state[0]);
                };
            }

            @Override
            boolean isOfBoth() {
                return false;
            }
        };

        final String noise;

        Machine(String noise) {
            this.noise = noise;
        }

        abstract DoubleSupplier factors(Random random);

        /** Returns whether the reference has this noise as well. */
        boolean isOfBoth() {
            return true;
        }
    }

    /** How many of the checks passed, failed, and were inconclusive. */
    record Rates(int passed, int failed, int inconclusive) {
        double ofPassed() {
            return (double) passed / (passed + failed + inconclusive);
        }

        double ofFailed() {
            return (double) failed / (passed + failed + inconclusive);
        }
    }

    private RatioErrorRates() {}

    /** Checks {@code bound} {@code checks} times, for blocks whose true ratio is {@code ratio}. */
    static Rates of(Machine machine, double ratio, double bound, int checks, long seed) {
        int passed = 0;
        int failed = 0;
        Random random = new Random(seed);
        for (int i = 0; i < checks; i++) {
            double[] now = {0};
            DoubleSupplier factors = machine.factors(random);
            Block measured = () -> now[0] += 1_500_000 * ratio * Math.max(0.7, factors.getAsDouble());
            Block reference = () -> now[0] += 1_500_000 * (machine.isOfBoth() ? Math.max(0.7, factors.getAsDouble()) : 1);
            try {
                Budgets.assertRatio(measured, reference).warmup(2).clock(() -> (long) now[0]).isAtMost(bound);
                passed++;
            } catch (AssertionFailedError ignored) {
                failed++;
            } catch (TestAbortedException unused) {
                // inconclusive
            }
        }
        return new Rates(passed, failed, checks - passed - failed);
    }

    public static void main(String[] arguments) {
        int checks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
        System.out
                .println("| noise of a sample | at the bound: fails | passes | 10 % below: fails | passes | 10 % above: fails | passes |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|");
        for (Machine machine : Machine.values()) {
            StringBuilder row = new StringBuilder("| " + machine.noise);
            for (double ratio : new double[] {1.0, 0.9, 1.1}) {
                Rates rates = of(machine, ratio, 1.0, checks, 46);
                row.append(String.format(java.util.Locale.ROOT, " | %.2f %% | %.2f %%", 100 * rates.ofFailed(), 100 * rates.ofPassed()));
            }
            System.out.println(row + " |");
        }
    }
}
