package sampled;

import java.lang.management.ManagementFactory;
import timemory.Bundles;
import timemory.WallClock;

/** Leaves it to the end of the process to write the results. */
public final class Unfinished {
    /** Of processor time: many samples, also where the machine is busy and the first ones come late. */
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
