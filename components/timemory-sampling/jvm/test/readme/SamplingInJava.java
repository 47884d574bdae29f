package readme;

import timemory.Bundles;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.sampling.CpuSamples;

// What the docs show.

public final class SamplingInJava {
    static final Bundle2<WallClock, CpuSamples> TOOLS = Bundles.of(WallClock.class, CpuSamples.class);

    private SamplingInJava() {}

    /** Loads within a region. */
    public static void sampled() {
        TOOLS.run("load", () -> load());
    }

    private static void load() {}
}
