package readme;

import timemory.Bundles;
import timemory.CpuClock;
import timemory.PageRss;
import timemory.sampling.interval.IntervalSampler;

// What the docs show.

public final class OverTimeInJava {
    private OverTimeInJava() {}

    /** Loads while memory and CPU time are read. */
    public static void overTime() {
        try (IntervalSampler sampler = IntervalSampler.start(Bundles.of(PageRss.class, CpuClock.class), 50)) {
            load();
        }
    }

    private static void load() {}
}
