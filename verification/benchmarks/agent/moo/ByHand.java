package moo;

import timemory.bundle.Bundle;
import timemory.Bundles;
import timemory.OpenRegion;

/** The same workload with an explicit region. */
public final class ByHand {
    private static final Bundle BUNDLE = Bundles.of("wall_clock");

    private ByHand() {}

    static long monitored(int depth) {
        try (OpenRegion region = BUNDLE.open("moo.ByHand.monitored")) {
            if (depth > 1) return monitored(depth - 1);
            return System.nanoTime();
        }
    }
}
