package benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import timemory.internal.platform.PlatformReadings;
import timemory.jvm.FfmReadingsProvider;

/** The raw readings that regions need at least. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Readings {

    /** As the library holds them: a constant to the compiler. */
    private static final PlatformReadings SYSTEM = new FfmReadingsProvider().readings();

    private final long[] usage = new long[9];

    @Benchmark
    @SuppressWarnings("IdentityBinaryExpression")
    public long twoClockReadings() {
        return System.nanoTime() - System.nanoTime();
    }

    /** The readings of a region with a wall clock, a thread CPU clock and peak RSS. */
    @Benchmark
    public long threeComponentsReadings() {
        long before = peakRss() + SYSTEM.threadCpuNanoseconds() + System.nanoTime();
        return System.nanoTime() + SYSTEM.threadCpuNanoseconds() + peakRss() - before;
    }

    private long peakRss() {
        SYSTEM.resourceUsage(PlatformReadings.PROCESS, usage);
        return usage[2];
    }
}
