package bench;

import timemory.Bundles;
import timemory.OpenRegion;

import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.results.CallGraphNode;
import timemory.settings.SettingsBuilder;

/**
 * How far {@code wall_clock} is from {@code System.nanoTime} over minutes: a region for each second, and one around all. What a region
 * measured lies between what two readings of {@code nanoTime} just inside it say and what two just outside say; prints by how much it does
 * not, in nanoseconds, and how far apart the two are. Started with the number of seconds; let other programs run meanwhile, so that the thread
 * changes its processor, and stop the process for a while (SIGSTOP, SIGCONT).
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
            CLOCK.run("warm-up", () -> {});
        }
        Bounds[] bounds = new Bounds[seconds];
        Bounds whole = new Bounds();
        whole.before = System.nanoTime();
        try (OpenRegion all = CLOCK.open("all")) {
            whole.begin = System.nanoTime();
            for (int i = 0; i < seconds; i++) {
                bounds[i] = oneSecond(i);
            }
            whole.end = System.nanoTime();
        }
        whole.after = System.nanoTime();
        CallGraphNode all = Timemory.results().get("wall_clock").getRoots().stream()
                .filter(node -> node.getLabel().equals("all"))
                .findFirst()
                .orElseThrow();
        long worst = 0;
        for (int i = 0; i < seconds; i++) {
            long error = bounds[i].error(all.getChildren().get(i));
            worst = Math.max(worst, Math.abs(error));
            System.out.println("second " + i + ": " + error + " ns off, bounds " + bounds[i].width() + " ns apart");
        }
        System.out.println("all " + seconds + ": " + whole.error(all) + " ns off, bounds " + whole.width() + " ns apart");
        System.out.println("worst second: " + worst + " ns off");
    }

    /** Readings just outside a region and just inside it. */
    private static final class Bounds {
        private long before;
        private long begin;
        private long end;
        private long after;

        long width() {
            return after - before - (end - begin);
        }

        /** How much longer than it can have been {@code node} says it was; below zero, how much shorter. */
        long error(CallGraphNode node) {
            long sum = node.getInclusive().getExactSum();
            return Math.max(0, sum - (after - before)) + Math.min(0, sum - (end - begin));
        }
    }

    /** Half of it busy, so that the clock is read all the time; every other one asleep for the rest. */
    private static Bounds oneSecond(int number) throws InterruptedException {
        Bounds bounds = new Bounds();
        bounds.before = System.nanoTime();
        try (OpenRegion second = CLOCK.open("second " + number)) {
            bounds.begin = System.nanoTime();
            if (number % 2 == 0) {
                Thread.sleep(500);
            }
            while (System.nanoTime() - bounds.begin < SECOND) {
                CLOCK.run("lap", () -> {});
            }
            bounds.end = System.nanoTime();
        }
        bounds.after = System.nanoTime();
        return bounds;
    }
}
