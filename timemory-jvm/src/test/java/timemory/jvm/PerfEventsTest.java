package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import timemory.Bundles;
import timemory.counters.EventCounters;
import timemory.counters.PapiVector;
import timemory.counters.PerfEvents;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.ThreadCpuClock;
import timemory.ThreadNumMinorPageFaults;
import timemory.Timemory;
import timemory.counters.CounterProperties;
import timemory.Totals;
import timemory.WallClock;

/** Compares counts of {@code perf_event_open} with other sources in the kernel. PerfTruthTest is its native counterpart. */
class PerfEventsTest {

    /** The element of a value: events are counted in this order unless a test says otherwise. */
    private static final int CLOCK = 0;

    private static final int FAULTS = 1;
    private static final int SWITCHES = 2;

    static Results measured(String perfEvents, Runnable program) {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        CounterProperties.setPerfEvents(settings, perfEvents);
        Timemory.init(settings);
        try {
            program.run();
        } catch (Throwable failure) {
            Timemory.finalize();
            throw failure;
        }
        return Timemory.finalize();
    }

    private static Results measured(Runnable program) {
        return measured("task-clock,page-faults,context-switches", program);
    }

    private static void assumeCounted() {
        String reason = PerfEvents.TYPE.unavailableReason();
        assumeTrue(reason == null, reason);
    }

    private static Totals of(Results results, String id, String... path) {
        assertNotNull(results.get(id), () -> id + " is missing: " + results.getProblems());
        return results.get(id).find(path).getInclusive();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void olderVersionsOfJavaSayWhatIsMissing() {
        for (String reason : List.of(
                PerfEvents.TYPE.unavailableReason(),
                new UnavailableTuple().reason(),
                assertThrows(UnsupportedOperationException.class, () -> EventCounters.attach(1, List.of("cs"))).getMessage())) {
            assertTrue(reason.contains("timemory-jvm on Java 22 and later") && reason.contains("this is Java 17"), reason);
        }
    }

    private static final class UnavailableTuple {
        String reason() {
            return PapiTest.Faults.TYPE.unavailableReason();
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void pageFaultsAreThoseOfTouchedPagesAndOfGetrusage() {
        assumeCounted();
        var bundle = Bundles.of(ThreadNumMinorPageFaults.class, PerfEvents.class);
        Results results = measured(() -> {
            bundle.run("warm", () -> touch(NEW_PAGES));
            bundle.run("x", () -> touch(NEW_PAGES));
        });
        double counted = of(results, "perf_events", "x").sum(FAULTS);
        double usage = of(results, "thread_num_minor_page_faults", "x").getSum();
        System.out.println("page-faults " + counted + ", by getrusage " + usage + ", of " + NEW_PAGES + " pages");
        assertTrue(counted >= 2 && Math.abs(counted - usage) <= 100, counted + " counted, " + usage + " by getrusage");
    }

    /** 40 MB: above 32 MB the C library never reuses memory, but requests new pages from the kernel. */
    private static final int NEW_PAGES = 10_000;

    /** Kept, because freed memory may be allocated again without a page fault. */
    private static final List<ByteBuffer> TOUCHED = new ArrayList<>();

    private static void touch(int pages) {
        ByteBuffer memory = ByteBuffer.allocateDirect(pages * 4096);
        TOUCHED.add(memory);
        for (int i = 0; i < pages; i++) {
            memory.put(i * 4096, (byte) 1);
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void taskClockIsTheThreadsCpuClock() {
        assumeCounted();
        // Time stolen by the hypervisor is part of the task clock, but not of the thread's CPU clock.
        assertTrue(IntStream.range(0, 20).anyMatch(run -> isTaskClockCloseToTheCpuClock()), "all 20 runs differ by 2 %");
    }

    private static boolean isTaskClockCloseToTheCpuClock() {
        var bundle = Bundles.of(WallClock.class, PerfEvents.class, ThreadCpuClock.class);
        Results results = measured(() -> {
            bundle.run("warm", () -> {});
            bundle.run("x", () -> spin(50_000_000));
        });
        double counted = of(results, "perf_events", "x").sum(CLOCK);
        double clock = of(results, "thread_cpu_clock", "x").getSum();
        double wall = of(results, "wall_clock", "x").getSum();
        String values = counted + " ns counted, " + clock + " ns by the clock, " + wall + " ns in all";
        System.out.println(values);
        assertTrue(counted >= 0.98 * clock - 100_000 && counted <= 1.02 * wall + 100_000, values);
        return counted <= 1.02 * clock + 100_000;
    }

    private static void spin(long nanoseconds) {
        var bean = ManagementFactory.getThreadMXBean();
        long end = bean.getCurrentThreadCpuTime() + nanoseconds;
        while (bean.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void contextSwitchesAreThoseOfTheThreadsStatus() {
        assumeCounted();
        var bundle = Bundles.of(PerfEvents.class);
        long[] inside = new long[1];
        long[] around = new long[1];
        Results results = measured(() -> {
            bundle.run("warm", () -> {});
            long before = switches();
            bundle.run("x", () -> {
                long begin = switches();
                for (int i = 0; i < 20; i++) {
                    LockSupport.parkNanos(200_000);
                }
                inside[0] = switches() - begin;
            });
            around[0] = switches() - before;
        });
        double counted = of(results, "perf_events", "x").sum(SWITCHES);
        System.out.println("context-switches " + counted + ", by status from " + inside[0] + " to " + around[0]);
        assertTrue(counted >= inside[0] && counted <= around[0], counted + " counted, by status from " + inside[0] + " to " + around[0]);
    }

    private static long switches() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/thread-self/status"))) {
            return lines.filter(line -> line.contains("ctxt_switches")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void lapsAllocateNothing() {
        assumeCounted();
        var bundle = Bundles.of(PerfEvents.class, WallClock.class);
        var bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        measured(() -> {
            long before = 0;
            for (int i = -30_000; i < 10_000; i++) {
                if (i == 0) {
                    before = bean.getCurrentThreadAllocatedBytes();
                }
                bundle.push("x");
                bundle.pop();
            }
            long allocated = bean.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 10_000, allocated + " bytes for 10000 laps");
        });
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void threadsThatHaveEndedLeaveNoFilesOpen() {
        assumeCounted();
        var bundle = Bundles.of(PerfEvents.class);
        bundleOnThreads(bundle::run, 10);
        long before = openFiles();
        Results results = measured(() -> {
            for (int i = 0; i < 20; i++) {
                bundleOnThreads(bundle::run, 50);
            }
            long open = openFiles() - before;
            // Three files for each of 50 concurrent threads, and as many again before those of ended threads are swept.
            assertTrue(open <= 3 * (2 * 50 + 32), open + " files are open after 1000 threads");
        });
        assertEquals(1000, of(results, "perf_events", "x").getLaps());
        long left = openFiles() - before;
        assertTrue(left <= 12, left + " files are left open after 1000 threads");
    }

    private interface Region {
        void run(String label, Runnable block);
    }

    private static void bundleOnThreads(Region region, int count) {
        List<Thread> threads = Stream.generate(() -> new Thread(() -> region.run("x", () -> touch(1)))).limit(count).toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private static long openFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(file -> {
                try {
                    return Files.readSymbolicLink(file).toString().contains("perf_event");
                } catch (IOException ignored) {
                    return false;
                }
            })
                    .count();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void theyAreLeftOutOnVirtualThreads() throws Exception {
        assumeCounted();
        var bundle = Bundles.of(PerfEvents.class, WallClock.class);
        var start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Results results = measured(() -> {
            try {
                ((Thread) start.invoke(null, (Runnable) () -> bundle.run("x", () -> {}))).join();
            } catch (ReflectiveOperationException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        });
        assertNull(results.get("perf_events"));
        assertTrue(results.getProblems().get(0).contains("perf_events is skipped on virtual threads"), results.getProblems().toString());
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void anEventThatCannotBeCountedIsLeftOutAndTold() {
        assumeCounted();
        Results results = measured("page-faults,page-fualts", () -> Bundles.of(PerfEvents.class).run("x", () -> {}));
        assertEquals(1, of(results, "perf_events", "x").getStatistics().size());
        assertEquals(
                List.of("event 'page-fualts' of TIMEMORY_PERF_EVENTS is skipped: there is no event 'page-fualts'; the nearest is "
                        + "'page-faults'"
                        + " (`timemory avail -H` lists them all)"),
                results.getProblems());
        measured(() -> {});
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void anotherProcessIsCountedWithWhatItBegins() throws Exception {
        assumeCounted();
        Process process =
                new ProcessBuilder("sh", "-c", "read go; sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; sleep 0.01").start();
        try (EventCounters counters = EventCounters.attach((int) process.pid(), List.of("task-clock", "context-switches"))) {
            process.getOutputStream().write('\n');
            process.getOutputStream().close();
            process.waitFor();
            var counts = counters.read();
            System.out.println("task-clock " + counts.get(0) + " ns, context switches " + counts.get(1));
            assertTrue(counts.get(0) > 10_000_000 && counts.get(1) >= 1, counts.toString());
        }
        assertThrows(UnsupportedOperationException.class, () -> EventCounters.attach(Integer.MAX_VALUE, List.of("cs")));
        assertFalse(new PapiVector().getEvents().contains("cs"));
    }
}
