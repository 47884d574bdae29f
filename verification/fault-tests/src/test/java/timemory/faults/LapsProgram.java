package timemory.faults;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;

/** Counts the laps it measures, and brings a fault upon itself: {@code counters mode seed variant}. */
final class LapsProgram {
    private static final Bundle1<WallClock> WALL = Bundles.of(WallClock.class);
    private static final int LABELS = 3_000;
    private static final List<Object> KEPT = new ArrayList<>();

    private final Counters counters;
    private final Random random;
    private final boolean second;

    private LapsProgram(Counters counters, long seed, boolean second) {
        this.counters = counters;
        this.random = new Random(seed);
        this.second = second;
    }

    public static void main(String[] arguments) throws Exception {
        Counters counters = new Counters(Path.of(arguments[0]));
        new LapsProgram(counters, Long.parseLong(arguments[2]), arguments[3].equals("1")).run(arguments[1]);
    }

    private void run(String mode) throws Exception {
        switch (mode) {
            case "run" -> untilKilled();
            case "write" -> write();
            case "disk" -> labelled(random.nextInt(1, LABELS));
            case "labels" -> labelled(20 * LABELS);
            case "descriptors" -> withoutDescriptors();
            case "stop" -> interrupted();
            case "overflow" -> overflowing();
            case "memory" -> fillingMemory();
            default -> throw new IllegalArgumentException(mode);
        }
    }

    private void lap(int thread, String label) {
        counters.begun(thread);
        WALL.run(label, () -> {});
        counters.done(thread);
    }

    private void laps(int thread, int count) {
        for (int i = 0; i < count; i++) lap(thread, "lap");
    }

    private void labelled(int labels) {
        WALL.run("main", () -> {
            for (int i = 0; i < labels; i++) lap(0, "lap" + i);
        });
    }

    private void untilKilled() {
        Thread other = new Thread(() -> {
            while (true) lap(1, "lap");
        });
        other.setDaemon(true);
        WALL.run("main", () -> {
            lap(0, "lap");
            counters.reached(Counters.State.MEASURING);
            other.start();
            long end = System.nanoTime() + 120_000_000_000L;
            while (System.nanoTime() < end) lap(0, "lap");
        });
        System.exit(7);
    }

    private void write() {
        labelled(LABELS);
        counters.reached(Counters.State.WRITING);
        if (second) Timemory.finalize();
    }

    private void withoutDescriptors() {
        laps(0, random.nextInt(2_000));
        try {
            while (true) KEPT.add(new FileInputStream("/dev/null"));
        } catch (IOException ignored) {
            laps(0, random.nextInt(2_000));
        }
        if (second) System.exit(3);
    }

    private void interrupted() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i < Counters.THREADS; i++) {
            int number = i;
            int count = random.nextInt(20_000);
            Thread thread = new Thread(() -> laps(number, count));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            for (int nap = random.nextInt(20_000); nap > 0; nap--) Thread.onSpinWait();
            thread.interrupt();
        }
        for (Thread thread : threads) thread.join();
        Thread.currentThread().interrupt();
        laps(0, 100);
        if (second) Timemory.finalize();
    }

    private void overflowing() throws InterruptedException {
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < 10; i++) {
                try {
                    overflow(random.nextInt(100));
                } catch (StackOverflowError expected) {
                    // the point of this test
                }
                laps(1, 10);
            }
        }, "small stack", (300 + random.nextInt(64)) * 1024L);
        thread.start();
        thread.join();
        if (second) overflow(random.nextInt(100));
    }

    private void overflow(int frames) {
        if (frames > 0) overflow(frames - 1);
        else WALL.run("deeper", () -> overflow(0));
    }

    /** All of the heap is in use when the error ends the first thread. */
    private void fillingMemory() {
        laps(0, random.nextInt(5_000));
        WALL.run("main", () -> {
            int size = 1 << 20;
            while (true) {
                try {
                    KEPT.add(new byte[size]);
                    if (second) lap(0, "lap");
                } catch (OutOfMemoryError failure) {
                    if (size <= 1 << random.nextInt(4, 16)) throw failure;
                    size /= 2;
                }
            }
        });
    }
}
