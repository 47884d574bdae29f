package sampled;

import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle2;
import timemory.results.Results;
import timemory.sampling.CpuSamples;

/** Three nested regions on two threads, of some microseconds each or, with "long", of milliseconds. */
public final class ThreeLeaves {
    private static final Bundle2<WallClock, CpuSamples> SAMPLED = Bundles.of(WallClock.class, CpuSamples.class);
    private static final Bundle1<WallClock> TIMED = Bundles.of(WallClock.class);

    private ThreeLeaves() {}

    public static void main(String[] arguments) throws InterruptedException {
        boolean isSampled = !arguments[0].equals("timed");
        int size = arguments[0].equals("long") ? 200 : 1;
        int rounds = Integer.parseInt(arguments[1]) / size;
        Runnable work = () -> {
            for (int i = 0; i < rounds; i++) {
                if (isSampled) {
                    sampled(size);
                } else {
                    timed(size);
                }
            }
        };
        Thread other = new Thread(work);
        other.start();
        work.run();
        other.join();
        Results results = Timemory.finalize();
        Leaves.print(results);
    }

    private static void sampled(int size) {
        SAMPLED.run("a", () -> {
            Leaves.alpha(3000 * size);
            SAMPLED.run("b", () -> {
                Leaves.beta(1500 * size);
                SAMPLED.run("c", () -> Leaves.gamma(1000 * size));
                Leaves.beta(1500 * size);
            });
            Leaves.alpha(1000 * size);
        });
    }

    private static void timed(int size) {
        TIMED.run("a", () -> {
            Leaves.alpha(3000 * size);
            TIMED.run("b", () -> {
                Leaves.beta(1500 * size);
                TIMED.run("c", () -> Leaves.gamma(1000 * size));
                Leaves.beta(1500 * size);
            });
            Leaves.alpha(1000 * size);
        });
    }
}
