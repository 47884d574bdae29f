package bench;

import timemory.Bundles;
import timemory.OpenRegion;

import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.results.CallGraphNode;
import timemory.settings.SettingsBuilder;

/**
 * How far {@code wall_clock} is from {@code System.nanoTime} over minutes: a region for each second, and one around all. Prints by how much
 * they differ, in nanoseconds. Started with the number of seconds; let other programs run meanwhile, so that the thread changes its
 * processor, and stop the process for a while (SIGSTOP, SIGCONT).
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
        long[] byClock = new long[seconds];
        long before = System.nanoTime();
        try (OpenRegion all = CLOCK.open("all")) {
            for (int i = 0; i < seconds; i++) {
                byClock[i] = oneSecond(i);
            }
        }
        long whole = System.nanoTime() - before;
        CallGraphNode all = Timemory.results().get("wall_clock").getRoots().stream()
                .filter(node -> node.getLabel().equals("all"))
                .findFirst()
                .orElseThrow();
        long worst = 0;
        for (int i = 0; i < seconds; i++) {
            long difference = byClock[i] - sum(all.getChildren().get(i));
            worst = Math.max(worst, Math.abs(difference));
            System.out.println("second " + i + ": nanoTime around it took " + difference + " ns more");
        }
        System.out.println("all: nanoTime around it took " + (whole - sum(all)) + " ns more");
        System.out.println("worst second: " + worst + " ns");
    }

    /** Half of it busy, so that the clock is read all the time; every other one asleep for the rest. */
    private static long oneSecond(int number) throws InterruptedException {
        long begin = System.nanoTime();
        try (OpenRegion second = CLOCK.open("second " + number)) {
            if (number % 2 == 0) {
                Thread.sleep(500);
            }
            while (System.nanoTime() - begin < SECOND) {
                CLOCK.run("lap", () -> {});
            }
        }
        return System.nanoTime() - begin;
    }

    private static long sum(CallGraphNode node) {
        return node.getInclusive().getExactSum();
    }
}
