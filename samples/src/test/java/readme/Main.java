package readme;

import java.util.stream.IntStream;
import timemory.*;
import timemory.bundle.Bundle2;

class Main {
    private static final Bundle2<WallClock, PeakRss> TOOLS = Bundles.of(WallClock.class, PeakRss.class);

    public static void main(String[] args) {
        try (OpenRegion main = TOOLS.open("main")) {
            long primes = TOOLS.get("solve",
                    () -> IntStream.range(2, 30_000).filter(n -> IntStream.range(2, n).noneMatch(i -> n % i == 0)).count());
            TOOLS.run("print", () -> System.out.println(primes + " primes"));
        }
    }
}
