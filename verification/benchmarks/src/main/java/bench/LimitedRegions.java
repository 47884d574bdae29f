package bench;

import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.live.LiveProperties;
import timemory.settings.SettingsBuilder;

/**
 * What a lap of a throttled region costs: runs a region until an overhead limit has had time to throttle it, and then prints the
 * nanoseconds per lap, over all laps, both measured and only counted ones.
 */
public final class LimitedRegions {
    private static final Bundle1<WallClock> REGION = Bundles.of(WallClock.class);
    private static final long SECOND = 1_000_000_000;
    private static final int LAPS = 50_000_000;
    private static volatile long sink;

    private LimitedRegions() {}

    /** The limit, as in {@code TIMEMORY_OVERHEAD_LIMIT}; empty for none. */
    public static void main(String[] arguments) {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        LiveProperties.setOverheadLimit(settings, arguments[0]);
        Timemory.init(settings);
        for (long end = System.nanoTime() + 8 * SECOND; System.nanoTime() < end;) laps(1_000_000);
        long begin = System.nanoTime();
        laps(LAPS);
        System.out.println("time\t" + (System.nanoTime() - begin) / (double) LAPS);
        Timemory.finalize();
    }

    private static void laps(int count) {
        for (int i = 0; i < count; i++) REGION.run("limited", () -> sink++);
    }
}
