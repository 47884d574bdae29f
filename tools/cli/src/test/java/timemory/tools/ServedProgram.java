package timemory.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.TripCount;
import timemory.WallClock;
import timemory.bundle.Bundle2;

/** A program that carries out commands line by line and reports each: for tests that query it while it runs. */
final class ServedProgram {

    private static final Bundle2<WallClock, TripCount> TOOLS = Bundles.of(WallClock.class, TripCount.class);

    private ServedProgram() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        OpenRegion open = TOOLS.open("main");
        System.out.println("ready");
        for (String line = told.readLine(); line != null; line = told.readLine()) {
            int laps = Integer.parseInt(line.substring(0, line.indexOf(' ')));
            String label = line.substring(line.indexOf(' ') + 1).translateEscapes();
            for (int i = 0; i < laps; i++) {
                TOOLS.run(label, () -> {});
            }
            System.out.println("done");
        }
        open.close();
    }
}
