package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import timemory.Bundles;
import timemory.internal.clock.WallClockSourceKt;
import timemory.internal.platform.PlatformReadings;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;
import timemory.WallClock;

class ReadingsTest {

    private final long[] usage = new long[9];
    private PlatformReadings readings;

    @BeforeEach
    void find() {
        readings = new FfmReadingsProvider().readings();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void declinesWhereJavaHasNoForeignFunctions() {
        assertNull(readings);
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void threadCpuTimeLiesBetweenReadingsOfTheManagementBean() {
        var bean = ManagementFactory.getThreadMXBean();
        long before = bean.getCurrentThreadCpuTime();
        long value = readings.threadCpuNanoseconds();
        long after = bean.getCurrentThreadCpuTime();
        assertTrue(before <= value && value <= after, before + " <= " + value + " <= " + after);
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void processCpuTimeAgreesWithTheManagementBeanWithinItsSteps() {
        var bean = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = bean.getProcessCpuTime();
        long value = readings.processCpuNanoseconds();
        long after = bean.getProcessCpuTime();
        long steps = 30_000_000;
        assertTrue(before - steps <= value && value <= after + steps, before + " <= " + value + " <= " + after);
    }

    /** A reading of the counter, with the monotonic clock before and after: however long the thread is delayed, it was taken in between. */
    private record Tick(long before, long ticks, long after) {}

    private Tick tick() {
        Tick best = null;
        for (int i = 0; i < 1000; i++) {
            long before = System.nanoTime();
            long ticks = readings.timeStampCounter();
            Tick tick = new Tick(before, ticks, System.nanoTime());
            if (best == null || tick.after - tick.before < best.after - best.before) best = tick;
        }
        return best;
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void timeStampCounterRunsBesideTheMonotonicClockAtOneRate() throws InterruptedException {
        assertNull(readings.timeStampCounterUnavailable());
        Tick[] ticks = new Tick[3];
        for (int i = 0; i < ticks.length; i++) {
            if (i > 0) Thread.sleep(100);
            ticks[i] = tick();
        }
        double least = 0.1;
        double most = Double.MAX_VALUE;
        for (int i = 1; i < ticks.length; i++) {
            double passed = ticks[i].ticks - ticks[i - 1].ticks;
            least = Math.max(least, passed / (ticks[i].after - ticks[i - 1].before));
            most = Math.min(most, passed / (ticks[i].before - ticks[i - 1].after));
        }
        // The kernel adjusts the monotonic clock's rate by up to 500 ppm.
        assertTrue(least <= 1.001 * most, "at least " + least + " and at most " + most + " ticks in a nanosecond");
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void theCounterIsReadByItselfOnceTheProgramHasRunForASecond() throws IOException, InterruptedException {
        var source = Files.readString(Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
        Timemory.init(silent());
        try {
            for (int i = 0; i < 3_000 && WallClockSourceKt.wallClockSourceInUse().contains("a second yet"); i++) Thread.sleep(10);
            var inUse = WallClockSourceKt.wallClockSourceInUse();
            assertTrue(inUse.startsWith(source.strip().equals("tsc") ? "tsc (" : "monotonic ("), inUse);
        } finally {
            Timemory.finalize();
        }
    }

    @Test
    void nothingIsChosenLateForASessionThatIsOver() throws InterruptedException {
        Timemory.init(silent());
        Timemory.finalize();
        for (int i = 0; i < 3_000 && isClockThreadAlive(); i++) Thread.sleep(10);
        assertTrue(!isClockThreadAlive());
        assertTrue(WallClockSourceKt.wallClockSourceInUse().startsWith("monotonic ("), WallClockSourceKt.wallClockSourceInUse());
    }

    private static boolean isClockThreadAlive() {
        return Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().equals("timemory-clock"));
    }

    private static SettingsBuilder silent() {
        var settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        return settings;
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void wallClockByTimeStampCounterAgreesWithTheMonotonicClock() throws IOException {
        var settings = silent();
        settings.setWallClockSource("tsc");
        Timemory.init(settings);
        try {
            long begin = System.nanoTime();
            var measured = Bundles.measured(Bundles.of(WallClock.class), "sleep", () -> {
                long inside = System.nanoTime();
                LockSupport.parkNanos(100_000_000);
                return System.nanoTime() - inside;
            });
            long around = System.nanoTime() - begin;
            long value = measured.getFirst().getNanoseconds();
            // The counter's rate is known to a fraction of a percent.
            assertTrue(value >= 0.995 * measured.getResult() && value <= 1.005 * around,
                    value + " ns, by the monotonic clock from " + measured.getResult() + " to " + around);
        } finally {
            var problems = Timemory.finalize().getProblems();
            var clocks = Files.readString(Path.of("/sys/devices/system/clocksource/clocksource0/available_clocksource")).strip();
            // Some virtual machines have no TSC that the kernel trusts: the value is still correct, and its clock is named.
            var expected = List.of(clocks.split(" ")).contains("tsc")
                    ? List.of()
                    : List.of(
                            "wall_clock reads the monotonic clock instead of the time-stamp counter: the kernel does not trust it as a clock "
                                    + "(available: " + clocks + ")");
            assertEquals(expected, problems);
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void usageOfTheProcessLiesBetweenTwoReadingsOfProc() throws IOException {
        usageLiesBetweenTwoReadings("/proc/self", PlatformReadings.PROCESS);
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void usageOfTheThreadLiesBetweenTwoReadingsOfProc() throws IOException {
        usageLiesBetweenTwoReadings("/proc/thread-self", PlatformReadings.THREAD);
    }

    private void usageLiesBetweenTwoReadings(String folder, int who) throws IOException {
        allocateAndWrite();
        long[] before = usageIn(folder);
        long[] usage = new long[9];
        readings.resourceUsage(who, usage);
        long[] after = usageIn(folder);
        for (int i = 0; i < usage.length; i++) {
            // The kernel updates CPU time in steps there, and keeps part of the resident memory's count per thread.
            long tolerance = i < 2 ? 30_000_000 : i == 2 ? before[2] / 20 : 0;
            // For the whole process, the kernel's text files include its children's bytes, and only the main thread's switches.
            boolean isWhole = who == PlatformReadings.PROCESS;
            long least = isWhole && (i == 5 || i == 6) ? 0 : before[i];
            // The peak may be that of a larger parent process.
            long most = isWhole && i >= 7 || i == 2 ? Long.MAX_VALUE / 2 : after[i];
            assertTrue(
                    usage[i] >= least - tolerance && usage[i] <= most + tolerance,
                    "number " + i + " is " + usage[i] + ", not from " + least + " to " + most);
        }
    }

    /** In the order of {@code getrusage}, from the kernel's text files. */
    private static long[] usageIn(String folder) throws IOException {
        String stat = Files.readString(Path.of(folder, "stat"));
        String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long tick = 10_000_000;
        return new long[] {
            Long.parseLong(words[11]) * tick,
            Long.parseLong(words[12]) * tick,
            field(folder, "status", "VmHWM:") * 1024,
            Long.parseLong(words[7]),
            Long.parseLong(words[9]),
            field(folder, "io", "read_bytes:") / 512,
            field(folder, "io", "write_bytes:") / 512,
            field(folder, "status", "voluntary_ctxt_switches:"),
            field(folder, "status", "nonvoluntary_ctxt_switches:")
        };
    }

    static long field(String folder, String file, String name) throws IOException {
        return Files.readAllLines(Path.of(folder, file)).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    /** Makes all numbers non-zero, so that none matches by accident. */
    private static void allocateAndWrite() throws IOException {
        Path file = Files.createTempFile("timemory", ".txt");
        Files.write(file, new byte[1_000_000]);
        Files.delete(file);
        LockSupport.parkNanos(1_000_000);
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void refusesTheCpuTimeOfAVirtualThread() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Thread thread = (Thread) start.invoke(null,
                (Runnable) () -> thrown.set(assertThrows(UnsupportedOperationException.class, readings::threadCpuNanoseconds)));
        thread.join();
        assertNotNull(thrown.get());
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void readingsAllocateNothing() {
        var bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        long least = Long.MAX_VALUE;
        // It allocates until it is compiled, which may take a while on a busy machine.
        for (int round = 0; round < 200 && least >= 10_000; round++) {
            long before = bean.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                sum += readAll();
            }
            least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(sum != 0 && least < 10_000, least + " bytes for 10000 readings of each");
    }

    private long readAll() {
        readings.resourceUsage(PlatformReadings.PROCESS, usage);
        return readings.threadCpuNanoseconds()
                + readings.processCpuNanoseconds()
                + readings.timeStampCounter()
                + readings.rawMonotonicNanoseconds()
                + usage[2];
    }
}
