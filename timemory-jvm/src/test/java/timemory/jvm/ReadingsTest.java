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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import timemory.Bundles;
import timemory.PlatformReadings;
import timemory.SettingsBuilder;
import timemory.Timemory;
import timemory.WallClock;

class ReadingsTest {

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

    @Test
    @EnabledForJreRange(minVersion = 22)
    void timeStampCounterRunsBesideTheMonotonicClockAtOneRate() throws InterruptedException {
        assertNull(readings.timeStampCounterUnavailable());
        readings.timeStampCounter(); // the first call is linked, which takes milliseconds
        double first = ticksPerNanosecond();
        double second = ticksPerNanosecond();
        assertTrue(first > 0.1 && Math.abs(second / first - 1) < 0.02, first + " and then " + second);
    }

    private double ticksPerNanosecond() throws InterruptedException {
        long nanoseconds = System.nanoTime();
        long ticks = readings.timeStampCounter();
        Thread.sleep(100);
        long later = System.nanoTime();
        return (double) (readings.timeStampCounter() - ticks) / (later - nanoseconds);
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void wallClockByTimeStampCounterAgreesWithTheMonotonicClock() throws InterruptedException {
        var settings = new SettingsBuilder();
        settings.setWallClockSource("tsc");
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        try {
            var measured = Bundles.measured(Bundles.of(WallClock.class), "sleep", () -> {
                long begin = System.nanoTime();
                LockSupport.parkNanos(100_000_000);
                return System.nanoTime() - begin;
            });
            long difference = measured.getFirst().getNanoseconds() - measured.getResult();
            assertTrue(difference > -200_000 && difference < 5_000_000, difference + " ns more than the monotonic clock");
        } finally {
            assertEquals(java.util.List.of(), Timemory.finalize().getProblems());
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void peakMemoryAgreesWithTheKernelsOwnReport() throws IOException {
        long status = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElseThrow();
        // The kernel keeps part of the count per thread, and the two readings are not at the same time.
        assertEquals(status, readings.peakRssBytes(), 0.05 * status);
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void residentMemoryAgreesWithTheKernelsOwnReport() throws IOException {
        long pages = Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]);
        assertEquals(pages * 4096, readings.pageRssBytes(), 0.05 * pages * 4096);
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void refusesTheCpuTimeOfAVirtualThread() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Thread thread = (Thread) start.invoke(null, (Runnable) () ->
                thrown.set(assertThrows(UnsupportedOperationException.class, readings::threadCpuNanoseconds)));
        thread.join();
        assertNotNull(thrown.get());
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void readingsAllocateNothing() {
        var bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (int i = 0; i < 50_000; i++) {
            sum += readAll();
        }
        long before = bean.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10_000; i++) {
            sum += readAll();
        }
        long allocated = bean.getCurrentThreadAllocatedBytes() - before;
        assertTrue(sum != 0 && allocated < 10_000, allocated + " bytes for 10000 readings of each");
    }

    private long readAll() {
        return readings.threadCpuNanoseconds()
                + readings.processCpuNanoseconds()
                + readings.timeStampCounter()
                + readings.peakRssBytes()
                + readings.pageRssBytes();
    }
}
