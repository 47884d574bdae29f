package samples;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import timemory.OpenRegion;
import timemory.Timemory;

/** The shared sample: the same regions as in the programs of {@code samples/native} in Kotlin/Native, C, C++, Fortran and Python. */
public final class SameRegions {

    private SameRegions() {}

    public static void main(String[] args) throws InterruptedException {
        Timemory.init(args);
        Timemory.setDefaultComponents("wall_clock,trip_count");
        run();
        Timemory.finalize();
    }

    static void run() throws InterruptedException {
        double[] values = new double[1000];
        try (OpenRegion main = Timemory.open("main")) {
            for (int n = 0; n < 3; n++) {
                fill(values);
            }
            // The regions of other threads are placed under the region that this thread is in at that moment: main, as long as it waits
            // here.
            List<Thread> workers = Stream.generate(() -> new Thread(SameRegions::work)).limit(2).toList();
            workers.forEach(Thread::start);
            for (Thread worker : workers) {
                worker.join();
            }
            double solved = 0;
            for (int n = 0; n < 2; n++) {
                solved += solve(values);
            }
            System.out.println("solved: " + solved);
        }
    }

    private static void fill(double[] values) {
        Timemory.pushRegion("fill");
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.5 * i;
        }
        Timemory.popRegion("fill");
    }

    private static double solve(double[] values) {
        try (OpenRegion solve = Timemory.open("solve")) {
            double sum = 0;
            for (int n = 0; n < 5; n++) {
                sum += step(values);
            }
            return sum;
        }
    }

    private static double step(double[] values) {
        try (OpenRegion step = Timemory.open("step"); OpenRegion inner = Timemory.open("inner")) {
            return DoubleStream.of(values).sum();
        }
    }

    @SuppressWarnings("ReturnValueIgnored")
    private static void work() {
        for (int n = 0; n < 10; n++) {
            try (OpenRegion work = Timemory.open("work")) {
                IntStream.range(0, 100 * n).sum();
            }
        }
    }
}
