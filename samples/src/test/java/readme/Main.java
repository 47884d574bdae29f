package readme;

import timemory.*;

class Main {
    private static final Bundle2<WallClock, PeakRss> TOOLS = Bundles.of(WallClock.class, PeakRss.class);

    public static void main(String[] args) {
        try (OpenRegion main = TOOLS.open("main")) {
            int answer = TOOLS.get("solve", () -> solve());
            TOOLS.run("print", () -> System.out.println(answer));
        }
    }

    private static int solve() {
        return 42;
    }
}
