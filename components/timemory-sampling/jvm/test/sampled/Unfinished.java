package sampled;

import timemory.Bundles;
import timemory.WallClock;

/** Leaves it to the end of the process to write the results. */
public final class Unfinished {
    private Unfinished() {}

    public static void main(String[] arguments) {
        Bundles.of(WallClock.class).run("a", () -> {
            for (int i = 0; i < 200; i++) {
                Leaves.alpha(1_000_000);
            }
        });
    }
}
