package sampled;

import java.util.concurrent.CountDownLatch;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/**
 * As many threads as the argument says, all alive at once, each with its own region "a" of a millisecond; then a longer one, because a
 * thread that takes less CPU time than the sampling period has no samples.
 */
public final class ManyThreads {
    private static final Bundle1<WallClock> TIMED = Bundles.of(WallClock.class);

    private ManyThreads() {}

    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        CountDownLatch all = new CountDownLatch(count);
        CountDownLatch end = new CountDownLatch(1);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(null, () -> work(all, end), "worker", 256 * 1024);
            threads[i].start();
        }
        all.await();
        end.countDown();
        for (Thread thread : threads) thread.join();
        TIMED.run("a", () -> {
            for (int i = 0; i < 50; i++) Leaves.alpha(1_000_000);
        });
        Leaves.print(Timemory.finalize());
    }

    private static void work(CountDownLatch all, CountDownLatch end) {
        TIMED.run("a", () -> Leaves.alpha(100_000));
        all.countDown();
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        TIMED.run("a", () -> Leaves.alpha(100_000));
    }
}
