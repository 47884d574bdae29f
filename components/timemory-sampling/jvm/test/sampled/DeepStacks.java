package sampled;

import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.results.Results;

/** Recurses as often as the argument says inside region "a", and works there. */
public final class DeepStacks {
    private static final Bundle1<WallClock> TIMED = Bundles.of(WallClock.class);

    private DeepStacks() {}

    public static void main(String[] arguments) {
        int depth = Integer.parseInt(arguments[0]);
        TIMED.run("a", () -> descend(depth));
        Results results = Timemory.finalize();
        System.out.println("inside=" + results.get("cpu_samples").find("a").getInclusive().getLaps());
        Leaves.print(results);
    }

    private static int descend(int depth) {
        if (depth > 0) return descend(depth - 1) + 1;
        for (int i = 0; i < 100; i++) Leaves.alpha(1_000_000);
        return 0;
    }
}
