package bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/**
 * A server that is measured while its live results are queried: two threads answer requests of five regions each at an even rate, 100,000
 * regions per second in total, at 1,000 places of the call graph. Prints the heap in use after a collection for each minute, and at the end
 * the number of regions, the number of requests that took longer than a millisecond, the longest one, and the CPU time of the process.
 *
 * <pre>
 * TIMEMORY_LIVE_SOCKET=true TIMEMORY_FLUSH_INTERVAL=30s java -cp verification/benchmarks/target/benchmarks.jar bench.LiveLoad 1800
 * TIMEMORY_ENABLED=false java ... bench.LiveLoad 60        what it takes without
 * </pre>
 */
public final class LiveLoad {
    private static final Bundle1<WallClock> REGION = Bundles.of(WallClock.class);
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final int THREADS = 2;
    private static final int ROUTES = 200;
    private static final String[][] LABELS = new String[ROUTES][];
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000 * MILLISECOND;

    /** A thread handles ten requests in a row, a thousand times a second. */
    private static final int AT_ONCE = 10;
    private static final long SLOW = 4 * MILLISECOND;
    private static final int MAX_SLOW = 20;
    private static volatile long sink;

    private LiveLoad() {}

    /** How long one thread's requests took, used by that thread only until the end. */
    private static final class Times {
        long requests;
        long longest;
        final long[] beyond = new long[4];
        final List<String> slow = new ArrayList<>();

        void add(long sinceBegin, long nanoseconds) {
            requests++;
            if (nanoseconds > SLOW && slow.size() < MAX_SLOW) {
                slow.add(String.format(Locale.ROOT, "%.1f ms after %.3f s", nanoseconds / 1e6, sinceBegin / 1e9));
            }
            if (nanoseconds > longest) longest = nanoseconds;
            for (int power = 0; power < beyond.length && nanoseconds > MILLISECOND << 2 * power; power++) beyond[power]++;
        }
    }

    /** For how many seconds. */
    public static void main(String[] arguments) throws InterruptedException {
        long seconds = Long.parseLong(arguments[0]);
        for (int route = 0; route < ROUTES; route++) {
            String name = "GET /route" + route;
            LABELS[route] = new String[] {name, "authenticate", "SELECT " + route, "render", "log " + route % 7};
        }
        long begin = System.nanoTime();
        Times[] times = new Times[THREADS];
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            Times own = times[i] = new Times();
            int first = i * ROUTES / THREADS;
            threads[i] = new Thread(() -> serve(own, first, begin, begin + seconds * SECOND));
            threads[i].start();
        }
        long cpu = 0;
        for (long minute = 0; System.nanoTime() - begin < seconds * SECOND; minute++) {
            Thread.sleep(Math.min(60, seconds) * 1_000);
            System.gc();
            if (minute == 0) cpu = SYSTEM.getProcessCpuTime();
            System.out.printf(Locale.ROOT, "after %d s: %.2f MB of the heap in use%n", (System.nanoTime() - begin) / SECOND,
                    MEMORY.getHeapMemoryUsage().getUsed() / 1e6);
        }
        for (Thread thread : threads) thread.join();
        long requests = Arrays.stream(times).mapToLong(one -> one.requests).sum();
        System.out.printf(Locale.ROOT, "%d regions, %.0f a second; CPU time %.2f s after the first minute%n", requests * LABELS[0].length,
                requests * (double) LABELS[0].length / seconds, (SYSTEM.getProcessCpuTime() - cpu) / 1e9);
        for (int power = 0; power < times[0].beyond.length; power++) {
            int at = power;
            System.out.printf(Locale.ROOT, "requests longer than %d ms: %d%n", 1 << 2 * power,
                    Arrays.stream(times).mapToLong(one -> one.beyond[at]).sum());
        }
        for (Times one : times) System.out.println("of a thread, longer than 4 ms: " + String.join(", ", one.slow));
        System.out.printf(Locale.ROOT, "the longest: %.2f ms%n",
                Arrays.stream(times).mapToLong(one -> one.longest).max().orElse(0) / 1e6);
        if (Timemory.isInitialized()) Timemory.finalize();
    }

    private static void serve(Times times, int first, long start, long until) {
        int number = 0;
        long next = System.nanoTime();
        while (System.nanoTime() - until < 0) {
            for (int i = 0; i < AT_ONCE; i++) {
                String[] labels = LABELS[(first + number++) % ROUTES];
                long begin = System.nanoTime();
                REGION.run(labels[0], () -> {
                    for (int k = 1; k < labels.length; k++) REGION.run(labels[k], () -> sink++);
                });
                long end = System.nanoTime();
                times.add(begin - start, end - begin);
            }
            next += MILLISECOND;
            long left = next - System.nanoTime();
            if (left > 0) LockSupport.parkNanos(left);
        }
    }
}
