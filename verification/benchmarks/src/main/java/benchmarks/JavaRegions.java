package benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.WallClock;

/** The cost of the same region in the forms that Java programs use. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JavaRegions {

    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    @Benchmark
    public void tryWithResources() {
        try (OpenRegion region = TOOLS.open("region")) {
            // Nothing: only the region itself is measured.
        }
    }

    @Benchmark
    public void lambda() {
        TOOLS.run("region", () -> {});
    }
}
