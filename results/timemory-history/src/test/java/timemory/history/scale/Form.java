package timemory.history.scale;

import java.util.List;
import java.util.ArrayList;
import java.util.Random;

/** A form of growth, and the parameters at which it is measured. */
record Form(String name, double constant, double coefficient, double power, int logarithms, double[] numbers) {
    private static final double[] SIZES = {64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    private static final double[] THREADS = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};

    static final List<Form> ALL = List.of(
            new Form("1 sec", 1e9, 0, 0, 0, SIZES),
            new Form("1 sec by threads", 1e9, 0, 0, 0, THREADS),
            new Form("c + log n", 10, 20, 0, 1, SIZES),
            new Form("log n", 0, 7, 0, 1, SIZES),
            new Form("c + log^2 n", 20, 3, 0, 2, SIZES),
            new Form("sqrt n", 0, 4, 0.5, 0, SIZES),
            new Form("c + sqrt n", 50, 4, 0.5, 0, SIZES),
            new Form("n", 0, 3, 1, 0, SIZES),
            new Form("c + n", 1000, 3, 1, 0, SIZES),
            new Form("n log n", 0, 2, 1, 1, SIZES),
            new Form("c + n log n", 2000, 2, 1, 1, SIZES),
            new Form("n^(3/2)", 0, 2, 1.5, 0, SIZES),
            new Form("n^2", 0, 1, 2, 0, SIZES),
            new Form("c + n^2", 50_000, 1, 2, 0, SIZES),
            new Form("n^2 log n", 0, 1, 2, 1, SIZES),
            new Form("n^3", 0, 1, 3, 0, SIZES),
            new Form("c + n^3", 1e7, 1, 3, 0, SIZES),
            new Form("1/p", 0, 1e9, -1, 0, THREADS),
            new Form("c + 1/p", 5e7, 1e9, -1, 0, THREADS),
            new Form("1/sqrt p", 0, 1e9, -0.5, 0, THREADS));

    @Override
    public String toString() {
        return name;
    }

    boolean isConstant() {
        return coefficient == 0.0;
    }

    /** Returns the means of {@code runs} runs at each parameter, each with relative noise of {@code noise}. */
    List<Growth.Point> points(Random random, double noise, int runs) {
        Exponents exponents = new Exponents(power, logarithms);
        List<Growth.Point> points = new ArrayList<>();
        for (double number : numbers) {
            double value = constant + (coefficient == 0.0 ? 0.0 : coefficient * exponents.of(number));
            double sum = 0.0;
            for (int i = 0; i < runs; i++) sum += value * (1.0 + noise * random.nextGaussian());
            points.add(new Growth.Point(number, sum / runs));
        }
        return points;
    }

    boolean isLeadingIn(Growth growth) {
        if (isConstant()) return growth.coefficient() == 0.0;
        return growth.coefficient() != 0.0 && Math.abs(growth.power() - power) < 1e-9 && growth.logarithms() == logarithms;
    }
}
