package bench;

import java.util.Arrays;
import timemory.Bundles;
import timemory.OpenRegion;

import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.settings.SettingsBuilder;

/**
 * How far {@code wall_clock} drifts from {@code System.nanoTime} over minutes: one region for each second, and one around all. A region's
 * value should lie between the differences of two {@code nanoTime} readings just inside it and two just outside; prints by how much it does
 * not, in nanoseconds, and how far apart the two differences are. Start it with the number of seconds; meanwhile run other programs, so
 * that the thread changes its CPU, and stop the process for a while (SIGSTOP, SIGCONT).
 */
public final class ClockDrift {

    private static final Bundle1<WallClock> CLOCK = Bundles.of(WallClock.class);
    private static final long SECOND = 1_000_000_000L;

    private ClockDrift() {}

    /** The seconds. */
    public static void main(String[] arguments) throws InterruptedException {
        int seconds = arguments.length == 0 ? 300 : Integer.parseInt(arguments[0]);
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        for (int i = 0; i < 100_000; i++) {
            CLOCK.run("lap", () -> {});
            try (OpenRegion second = CLOCK.open("second")) {
                second.component(0);
            }
        }
        Bounds[] bounds = new Bounds[seconds];
        Bounds whole = new Bounds();
        whole.before = System.nanoTime();
        try (OpenRegion all = CLOCK.open("all")) {
            whole.clock = (WallClock) all.component(0);
            whole.begin = System.nanoTime();
            for (int i = 0; i < seconds; i++) {
                bounds[i] = oneSecond(i);
            }
            whole.end = System.nanoTime();
        }
        whole.close();
        for (int i = 0; i < seconds; i++) {
            System.out.println("second " + i + ": " + bounds[i]);
        }
        System.out.println("all " + seconds + ": " + whole);
        System.out.println("worst second: " + Arrays.stream(bounds).mapToLong(Bounds::error).max().orElse(0) + " ns off; bounds "
                + Arrays.stream(bounds).mapToLong(Bounds::width).sorted().skip(seconds / 2).findFirst().orElse(0)
                + " ns apart in the median");
    }

    /** Readings just outside and just inside a region. */
    private static final class Bounds {
        private long before;
        private long begin;
        private long end;
        private long after;
        private WallClock clock;
        private long measured;

        void close() {
            after = System.nanoTime();
            measured = clock.getLast();
        }

        long width() {
            return after - before - (end - begin);
        }

        /** By how much the measured value lies outside. */
        long error() {
            return Math.max(0, Math.max(measured - (after - before), end - begin - measured));
        }

        @Override
        public String toString() {
            return error() + " ns off, bounds " + width() + " ns apart";
        }
    }

    /** Half of it busy, so that the clock is read all the time; every other one sleeps for the rest. */
    private static Bounds oneSecond(int number) throws InterruptedException {
        Bounds bounds = new Bounds();
        bounds.before = System.nanoTime();
        try (OpenRegion second = CLOCK.open("second")) {
            bounds.clock = (WallClock) second.component(0);
            bounds.begin = System.nanoTime();
            if (number % 2 == 0) {
                Thread.sleep(500);
            }
            while (System.nanoTime() - bounds.begin < SECOND) {
                CLOCK.run("lap", () -> {});
            }
            bounds.end = System.nanoTime();
        }
        bounds.close();
        return bounds;
    }
}
