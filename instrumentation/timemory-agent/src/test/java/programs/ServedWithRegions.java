package programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import timemory.bundle.Bundle;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.WallClock;

/** Works when told to, and also measures itself with explicit regions. */
public final class ServedWithRegions {
    private static final Bundle TOOLS = Bundles.of(WallClock.class);

    private ServedWithRegions() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        while (in.readLine() != null) {
            try (OpenRegion region = TOOLS.open("its own")) {
                System.out.println(Served.step(7));
            }
        }
    }
}
