package readme;

import java.util.List;
import timemory.Bundles;
import timemory.WallClock;
import timemory.nativecalls.NativeAudit;
import timemory.nativecalls.NativeGotcha;

/** What the docs show. */
final class UnpackingProgram {

    private UnpackingProgram() {}

    private static void unpack() {}

    private static void serve() {}

    static void connections(NativeAudit audit) {
        try (NativeGotcha gotcha = NativeGotcha.permit("libc:connect", List.of("libnet", "libnio"), audit)) {
            serve();
        }
    }

    static void run() {
        Bundles.of(WallClock.class, Unpacking.class).run("unpack", () -> unpack());
    }
}
