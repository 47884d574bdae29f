package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import timemory.bundle.Bundle;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.Components;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;
import timemory.WallClock;

/**
 * The JVM components, compared with a known amount of work, and with what the JDK's own {@code jcmd} reads from this process around the
 * region and inside it.
 */
class RuntimeComponentsTest {

    private static final Object LOCK = new Object();
    private static Object kept;

    private static double measure(ComponentType<?> type, Runnable work) {
        assertNull(type.unavailableReason());
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        Results results;
        try {
            Bundle bundle = Bundles.of(List.of(type));
            bundle.run("x", work);
        } finally {
            results = Timemory.finalize();
        }
        return results.get(type).find("x").getInclusive().getSum();
    }

    private static void assertBetween(double least, double value, double most) {
        assertTrue(least <= value && value <= most, value + " is not from " + least + " to " + most);
    }

    @Test
    void theyCanBeNamedByTheirIds() {
        for (ComponentType<?> type : new RuntimeComponents().components()) {
            assertEquals(type, Components.find(type.getId()));
        }
    }

    @Test
    void bytesAllocatedAreThoseOfTheObjects() {
        double bytes = measure(ThreadAllocatedBytes.TYPE, () -> {
            for (int i = 0; i < 10_000; i++) {
                kept = new byte[1_000]; // plus a header of 16 bytes
            }
        });
        assertBetween(10_160_000, bytes, 10_260_000);
    }

    @Test
    void theHeapGrowsByWhatIsKept() {
        kept = null;
        System.gc();
        double bytes = measure(HeapUsed.TYPE, () -> kept = new byte[100_000_000]);
        // A collection meanwhile frees what others left.
        assertBetween(85_000_000, bytes, 120_000_000);
    }

    @Test
    void collectionsAreCountedAndTimed() {
        assertBetween(3, measure(GcCount.TYPE, () -> collect(3)), 10);
        double wall = System.nanoTime();
        double time = measure(GcTime.TYPE, () -> collect(5));
        assertBetween(1_000_000, time, System.nanoTime() - wall);
    }

    private static void collect(int times) {
        for (int i = 0; i < times; i++) {
            System.gc();
        }
    }

    @Test
    void classesLoadedAreThoseThatJcmdCounts() {
        between(LoadedClasses.TYPE, counters -> counters.of("java.cls.loadedClasses") + counters.of("java.cls.sharedLoadedClasses"), 0);
    }

    @Test
    void compilationTakesTheTimeThatJcmdCounts() {
        between(JitTime.TYPE, counters -> counters.of("java.ci.totalTime") * 1e9 / counters.of("sun.os.hrt.frequency"), 2e6);
    }

    @Test
    void safepointsAreThoseThatJcmdCounts() {
        between(SafepointCount.TYPE, counters -> counters.of("sun.rt.safepoints"), 0);
        between(SafepointTime.TYPE, counters -> counters.of("sun.rt.safepointTime") * 1e9 / counters.of("sun.os.hrt.frequency"), 0);
    }

    /** The performance counters of this process, as printed by {@code jcmd}. */
    private record Counters(List<String> lines) {
        static Counters read() {
            String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            try {
                Process process = new ProcessBuilder(jcmd, String.valueOf(ProcessHandle.current().pid()), "PerfCounter.print").start();
                return new Counters(process.inputReader().lines().toList());
            } catch (IOException failure) {
                throw new AssertionError(failure);
            }
        }

        double of(String name) {
            return lines.stream()
                    .filter(line -> line.startsWith(name + "="))
                    .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no counter " + name + " among " + lines));
        }
    }

    private static void between(ComponentType<?> type, ToDoubleFunction<Counters> number, double tolerance) {
        Counters[] inner = new Counters[2];
        Counters first = Counters.read();
        double value = measure(type, () -> {
            inner[0] = Counters.read();
            collect(2);
            new RuntimeComponentsTest().loadAClass();
            inner[1] = Counters.read();
        });
        double most = number.applyAsDouble(Counters.read()) - number.applyAsDouble(first);
        double least = number.applyAsDouble(inner[1]) - number.applyAsDouble(inner[0]);
        System.out.println(type.getId() + ": " + value + ", by jcmd from " + least + " to " + most);
        assertBetween(least - tolerance, value, most + tolerance);
    }

    private void loadAClass() {
        kept = java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Runnable.class, Comparable.class}, (proxy, method, arguments) -> null);
    }

    /**
     * Measures {@code work}; the value must be at least what the work itself reports, and at most what the JVM's own counter, or the clock,
     * says around the region. Nothing here depends on how long any of it takes.
     */
    private static void assertFromInsideToAround(ComponentType<?> type, ToLongFunction<ThreadInfo> counter, LongSupplier work,
            double tolerance) {
        long[] least = new long[1];
        long before = counter.applyAsLong(thisThread());
        double value = measure(type, () -> least[0] = work.getAsLong());
        long most = counter.applyAsLong(thisThread()) - before;
        assertBetween(least[0] - tolerance, value, most + tolerance);
    }

    private static ThreadInfo thisThread() {
        return ManagementFactory.getThreadMXBean().getThreadInfo(Thread.currentThread().getId());
    }

    /** The components have the JVM's resolution of a millisecond. */
    private static final double STEP = 1e6;

    @Test
    void waitingForAMonitorIsBeingBlocked() {
        assertFromInsideToAround(ThreadBlockedCount.TYPE, ThreadInfo::getBlockedCount, () -> {
            waitForMonitor(1);
            return 1;
        }, 0);
        assertFromInsideToAround(ThreadBlockedTime.TYPE, info -> System.nanoTime(), () -> waitForMonitor(50), STEP);
    }

    /** Blocks the current thread; returns the minimum duration in nanoseconds. */
    private static long waitForMonitor(int milliseconds) {
        CountDownLatch held = new CountDownLatch(1);
        Thread waiter = Thread.currentThread();
        long[] blocked = new long[1];
        Thread holder = new Thread(() -> {
            synchronized (LOCK) {
                held.countDown();
                while (waiter.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
                long begin = System.nanoTime();
                sleep(milliseconds);
                blocked[0] = System.nanoTime() - begin;
            }
        });
        holder.start();
        await(held);
        synchronized (LOCK) {
            kept = LOCK;
        }
        return blocked[0];
    }

    @Test
    void sleepingIsWaiting() {
        assertFromInsideToAround(ThreadWaitedCount.TYPE, ThreadInfo::getWaitedCount, () -> {
            for (int i = 0; i < 3; i++) {
                sleep(2);
            }
            return 3;
        }, 0);
        assertFromInsideToAround(ThreadWaitedTime.TYPE, info -> System.nanoTime(), () -> {
            sleep(30);
            return 30_000_000;
        }, STEP);
    }

    /** A virtual thread that runs a class initializer is pinned while it blocks. */
    private static final class Pins {
        private static final class Before {
            static {
                sleep(20);
            }

            static void initialize() {}
        }

        private static final class First {
            static {
                sleep(20);
            }

            static void initialize() {}
        }

        private static final class Second {
            static {
                sleep(20);
            }

            static void initialize() {}
        }

        private static final class After {
            static {
                sleep(20);
            }

            static void initialize() {}
        }
    }

    private static void onVirtualThread(Runnable work) {
        try {
            ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work)).join();
        } catch (ReflectiveOperationException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void pinnedVirtualThreadsCountInTheLapTheyWerePinnedIn() {
        List<ComponentType<?>> types = List.of(WallClock.TYPE, VirtualThreadPinnedCount.TYPE, VirtualThreadPinnedTime.TYPE);
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        Results results;
        try {
            Bundle bundle = Bundles.of(types);
            onVirtualThread(Pins.Before::initialize);
            bundle.run("pinned", () -> {
                onVirtualThread(Pins.First::initialize);
                onVirtualThread(Pins.Second::initialize);
                onVirtualThread(() -> sleep(20)); // leaves its carrier
            });
            bundle.run("not pinned", () -> onVirtualThread(() -> sleep(20)));
            onVirtualThread(Pins.After::initialize);
        } finally {
            results = Timemory.finalize();
        }
        ToDoubleFunction<String> count = label -> results.get(VirtualThreadPinnedCount.TYPE).find(label).getInclusive().getSum();
        ToDoubleFunction<String> time = label -> results.get(VirtualThreadPinnedTime.TYPE).find(label).getInclusive().getSum();
        assertEquals(2, count.applyAsDouble("pinned"));
        assertEquals(0, count.applyAsDouble("not pinned"));
        assertEquals(0, time.applyAsDouble("not pinned"));
        double elapsed = results.get(WallClock.TYPE).find("pinned").getInclusive().getSum();
        assertBetween(39e6, time.applyAsDouble("pinned"), elapsed - 20e6);
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void withoutVirtualThreadsPinningIsUnavailableAndSaysWhy() {
        assertEquals("virtual threads need Java 21, and this is Java " + Runtime.version().feature(),
                VirtualThreadPinnedTime.TYPE.unavailableReason());
    }

    private static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            throw new AssertionError(interruption);
        }
    }

    @Test
    void directBuffersAreCountedByTheByte() {
        double bytes = measure(DirectMemory.TYPE, () -> kept = ByteBuffer.allocateDirect(10_000_000));
        assertEquals(10_000_000, bytes, 4096);
    }

    @Test
    void mappedFilesAreCountedByTheByte() throws IOException {
        Path file = Files.createTempFile("timemory", ".mapped");
        Files.write(file, new byte[1_000_000]);
        try (FileChannel channel = FileChannel.open(file)) {
            MappedByteBuffer[] mapped = new MappedByteBuffer[1];
            double bytes = measure(MappedMemory.TYPE, () -> {
                try {
                    mapped[0] = channel.map(FileChannel.MapMode.READ_ONLY, 0, 1_000_000);
                } catch (IOException failure) {
                    throw new AssertionError(failure);
                }
            });
            assertEquals(1_000_000, bytes, 4096);
            assertNotNull(mapped[0]);
        } finally {
            Files.delete(file);
        }
    }
}
