package sampled;

import java.lang.management.ManagementFactory;
import timemory.Bundles;
import timemory.WallClock;

/** Leaves writing the results to the end of the process. */
public final class Unfinished {
    /** In processor time: enough for many samples, even if the machine is busy and the first ones come late. */
    private static final long ENOUGH_NANOSECONDS = 1_500_000_000;

    private Unfinished() {}

    public static void main(String[] arguments) {
        Bundles.of(WallClock.class).run("a", () -> {
            while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < ENOUGH_NANOSECONDS) {
                Leaves.alpha(1_000_000);
            }
        });
    }
}
