package samples;

import java.util.List;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle3;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.CpuUtil;
import timemory.DoubleTracker;
import timemory.LongTracker;
import timemory.Quantity;
import timemory.Trackers;
import timemory.bundle.UserBundle;
import timemory.WallClock;

/**
 * Solves the heat equation on a rod, and measures not only how long that takes but also values that only the program knows: iterations and
 * residuals. {@code Solver} is the same in Kotlin.
 *
 * <p>{@code TIMEMORY_SOLVER_COMPONENTS=cpu_util,page_rss} sets the components that measure the steps; by default there are none.
 */
public final class SolverInJava {

    /** How often the solver went over the grid. */
    public static final class Iterations extends LongTracker {
        public static final ComponentType<Iterations> TYPE =
                new ComponentType<>("iterations", "Iterations of the solver", Quantity.COUNT, Iterations::new);
    }

    /** How far the solution was from the exact one. */
    public static final class Residual extends DoubleTracker {
        public static final ComponentType<Residual> TYPE =
                new ComponentType<>("residual", "Largest change in an iteration", new Quantity("change", "K"), Residual::new);
    }

    private static final UserBundle STEPS = Bundles.user("SOLVER");
    private static final Bundle3<WallClock, CpuUtil, Iterations> SOLVE =
            Bundles.of(WallClock.class, CpuUtil.class, Iterations.class);
    private static final Bundle1<Residual> CHANGE = Bundles.of(Residual.class);

    private SolverInJava() {}

    public static void main(String[] args) {
        for (int points : List.of(50, 100, 200)) {
            SOLVE.run("solve " + points + " points", () -> solve(points));
        }
    }

    private static void solve(int points) {
        double[] rod = new double[points];
        rod[0] = 100;
        double change;
        do {
            change = STEPS.get("step", () -> step(rod));
            double residual = change;
            Trackers.store(Iterations.class, 1, Long::sum);
            CHANGE.run("change", () -> Trackers.store(Residual.class, residual));
        } while (change > 1e-4);
    }

    /** One Gauss-Seidel iteration; returns the largest change. */
    private static double step(double[] rod) {
        double largest = 0;
        for (int i = 1; i < rod.length - 1; i++) {
            double value = (rod[i - 1] + rod[i + 1]) / 2;
            largest = Math.max(largest, Math.abs(value - rod[i]));
            rod[i] = value;
        }
        return largest;
    }
}
