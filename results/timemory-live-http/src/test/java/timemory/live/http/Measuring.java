package timemory.live.http;

import java.util.Arrays;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.TripCount;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.live.LiveProperties;
import timemory.settings.SettingsBuilder;

/** A session for one test, without output. */
final class Measuring implements AutoCloseable {

    private static final Bundle2<WallClock, TripCount> TOOLS = Bundles.of(WallClock.class, TripCount.class);

    Measuring() {
        this("");
    }

    /** @param percentiles as in {@code TIMEMORY_PERCENTILES} */
    Measuring(String percentiles) {
        this(percentiles, "");
    }

    /** @param slow as in {@code TIMEMORY_SLOW_LAP_THRESHOLDS} */
    Measuring(String percentiles, String slow) {
        SettingsBuilder settings = new SettingsBuilder();
        LiveProperties.setSlowLapThresholds(settings, slow);
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        settings.setPercentiles(percentiles);
        Timemory.init(settings);
    }

    /** Runs laps of {@code label}, one after the other, within those of {@code around}. */
    void laps(int count, String label, String... around) {
        if (around.length == 0) {
            for (int i = 0; i < count; i++) {
                TOOLS.run(label, () -> {});
            }
            return;
        }
        String[] inner = Arrays.copyOfRange(around, 1, around.length);
        TOOLS.run(around[0], () -> laps(count, label, inner));
    }

    OpenRegion open(String label) {
        return TOOLS.open(label);
    }

    @Override
    public void close() {
        Timemory.finalize();
    }
}
