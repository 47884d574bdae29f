package readme;

import timemory.Bundles;
import timemory.WallClock;

/** What the docs show. */
final class UnpackingProgram {

    private UnpackingProgram() {}

    private static void unpack() {}

    static void run() {
        Bundles.of(WallClock.class, Unpacking.class).run("unpack", () -> unpack());
    }
}
