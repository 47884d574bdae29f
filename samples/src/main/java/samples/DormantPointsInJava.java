package samples;

import java.util.ArrayList;
import java.util.List;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** Figure 1 of timemory's paper in Java: {@code DormantPoints} is the same in Kotlin. */
public final class DormantPointsInJava {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);
    private static final int SIZE = 100;
    private static final int PASSES = 50;
    private static final int PART = 10;

    private final double[] a = new double[SIZE * SIZE];
    private final double[] b = new double[SIZE * SIZE];
    private final double[] c = new double[SIZE * SIZE];

    private record Way(int points, Runnable run, List<Double> times) {
        Way(int points, Runnable run) {
            this(points, run, new ArrayList<>());
        }

        void time() {
            long begin = System.nanoTime();
            for (int pass = 0; pass < PASSES; pass++) run.run();
            times.add((System.nanoTime() - begin) / 1e6);
        }
    }

    private DormantPointsInJava() {
        for (int i = 0; i < SIZE * SIZE; i++) {
            a[i] = i * 0.5;
            b[i] = 1.0 / (i + 1);
        }
    }

    public static void main(String[] arguments) {
        int samples = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 11;
        DormantPointsInJava product = new DormantPointsInJava();
        List<Way> ways = List.of(
                new Way(0, product::plain),
                new Way(PASSES * SIZE, product::rows),
                new Way(PASSES * SIZE * SIZE, product::elements),
                new Way(PASSES * SIZE * SIZE * SIZE / PART, product::parts));
        for (String state : List.of("disabled", "enabled")) {
            Timemory.setEnabled(state.equals("enabled"));
            // Compiled code is measured, so the first iterations are ignored.
            for (int turn = 0; turn < 3; turn++) ways.forEach(Way::time);
            ways.forEach(way -> way.times().clear());
            // Alternates between the variants, so that disturbances affect all of them.
            for (int sample = 0; sample < samples; sample++) ways.forEach(Way::time);
            for (Way way : ways) {
                double median = way.times().stream().sorted().skip(samples / 2).findFirst().orElseThrow();
                System.out.printf(java.util.Locale.ROOT, "%s %d %.3f%n", state, way.points(), median);
                way.times().clear();
            }
        }
    }

    private void plain() {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) c[i * SIZE + j] = element(i, j);
        }
    }

    private void rows() {
        for (int i = 0; i < SIZE; i++) {
            try (OpenRegion region = TOOLS.open("point")) {
                for (int j = 0; j < SIZE; j++) c[i * SIZE + j] = element(i, j);
            }
        }
    }

    private void elements() {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                try (OpenRegion region = TOOLS.open("point")) {
                    c[i * SIZE + j] = element(i, j);
                }
            }
        }
    }

    private void parts() {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                double sum = 0;
                for (int first = 0; first < SIZE; first += PART) {
                    try (OpenRegion region = TOOLS.open("point")) {
                        sum += part(i, j, first);
                    }
                }
                c[i * SIZE + j] = sum;
            }
        }
    }

    private double element(int i, int j) {
        double sum = 0;
        for (int first = 0; first < SIZE; first += PART) sum += part(i, j, first);
        return sum;
    }

    private double part(int i, int j, int first) {
        double sum = 0;
        for (int k = first; k < first + PART; k++) sum += a[i * SIZE + k] * b[k * SIZE + j];
        return sum;
    }
}
