import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import timemory.Bundles;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** The app.jar of pages: its own regions, and functions that take time. */
public class App {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    public static void main(String[] args) {
        TOOLS.run("main", () -> {
            TOOLS.run("load", () -> System.out.println(prices(20_000).size() + " prices"));
            for (int i = 0; i < 5; i++) TOOLS.run("solve", App::solve);
        });
    }

    static List<String> prices(int count) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add("price " + i * 7919 % count);
        Collections.sort(all);
        return all;
    }

    static double solve() {
        double sum = 0;
        for (int i = 1; i < 2_000_000; i++) sum += Math.sqrt(i);
        return sum;
    }
}
