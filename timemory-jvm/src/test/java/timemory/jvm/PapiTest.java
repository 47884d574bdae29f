package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import timemory.Bundles;
import timemory.internal.platform.ForeignFunctions;
import timemory.counters.PapiArray;
import timemory.counters.PapiRateTuple;
import timemory.counters.PapiRateTupleType;
import timemory.counters.PapiTuple;
import timemory.counters.PapiTupleType;
import timemory.counters.PapiVector;
import timemory.counters.PerfEvents;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.ThreadCpuClock;
import timemory.ThreadNumMinorPageFaults;
import timemory.Timemory;
import timemory.counters.CounterProperties;
import timemory.Totals;
import timemory.tests.OptionalTools;

/**
 * Compares PAPI's counts with other sources in the kernel. PapiTruthTest is its native counterpart, and tests more. Only kernel events are
 * used; {@code any-processor.c} makes them work on processors that PAPI does not know.
 */
@EnabledForJreRange(minVersion = 22)
@Tag("optional-tools")
class PapiTest {

    private static final int RTLD_NOW = 2;
    private static final int RTLD_GLOBAL = 0x100;

    /** The minimum number of context switches of a thread while it works. */
    private static final int SWITCHES = 20;

    /** Events named by the program. */
    public static final class Faults extends PapiTuple {
        public static final PapiTupleType<Faults> TYPE = new PapiTupleType<>("java_faults", "Page faults", Faults::new);

        public Faults() {
            super("perf::PAGE-FAULTS");
        }
    }

    /** The rates of these events. */
    public static final class FaultRate extends PapiRateTuple {
        public static final PapiRateTupleType<FaultRate> TYPE =
                new PapiRateTupleType<>("java_fault_rate", "Page faults per second", FaultRate::new);

        public FaultRate() {
            super(new ThreadCpuClock(), "perf::PAGE-FAULTS");
        }
    }

    /** Must run before PAPI is loaded on first use. */
    @BeforeAll
    static void letPapiCountOnAnyProcessor() throws Exception {
        if (!OptionalTools.isThere("papi_component_avail") || !OptionalTools.isThere("gcc")) {
            return;
        }
        Process listing = new ProcessBuilder("sh", "-c", "papi_component_avail | grep 'no default PMU'").start();
        if (listing.waitFor() != 0) {
            return;
        }
        Path library = Files.createTempFile("timemory-any-processor", ".so");
        new ProcessBuilder("gcc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library.toString(),
                "../components/timemory-counters/native/test/c/any-processor.c").inheritIO().start().waitFor();
        ForeignFunctions calls = new FfmCallsProvider().calls();
        long name = calls.allocate(1000);
        byte[] bytes = library.toString().getBytes();
        for (int i = 0; i < bytes.length; i++) {
            calls.putByte(name + i, bytes[i]);
        }
        calls.find(null, "dlopen").call(name, RTLD_NOW | RTLD_GLOBAL, 0, 0, 0, 0);
        calls.free(name);
        Files.delete(library);
    }

    private static Results measured(Runnable program) {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        CounterProperties.setPapiEvents(settings, "perf::TASK-CLOCK, perf::PAGE-FAULTS, perf::CONTEXT-SWITCHES");
        Timemory.init(settings);
        try {
            String reason = PapiVector.TYPE.unavailableReason();
            assumeTrue(reason == null, reason);
            program.run();
        } catch (Throwable failure) {
            Timemory.finalize();
            throw failure;
        }
        return Timemory.finalize();
    }

    private static Totals of(Results results, String id) {
        assertNotNull(results.get(id), () -> id + " is missing: " + results.getProblems());
        return results.get(id).find("x").getInclusive();
    }

    private static void work() {
        ByteBuffer memory = ByteBuffer.allocateDirect(4_096_000);
        for (int i = 0; i < 1000; i++) {
            memory.put(i * 4096, (byte) 1);
        }
        // A wait whose end has already passed does not yield the processor, so the switches are counted rather than the waits.
        long enough = switches() + SWITCHES;
        while (switches() < enough) {
            LockSupport.parkNanos(200_000);
        }
    }

    /** Returns how often this thread was switched out, voluntarily or not, according to the kernel. */
    private static long switches() {
        try (var lines = Files.lines(Path.of("/proc/thread-self/status"))) {
            return lines.filter(line -> line.contains("ctxt_switches")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void papiAndTheKernelCountTheSame() {
        var bundle = Bundles.of(ThreadNumMinorPageFaults.class, PapiVector.class, PapiArray.class, PerfEvents.class);
        Results results = measured(() -> {
            bundle.run("warm", PapiTest::work);
            bundle.run("x", PapiTest::work);
        });
        Totals papi = of(results, "papi_vector");
        Totals kernel = of(results, "perf_events");
        System.out.println("PAPI " + papi.getValue() + ", the kernel " + kernel.getValue());
        assertEquals(kernel.sum(0), papi.sum(0), 0.05 * kernel.sum(0) + 200_000);
        assertEquals(kernel.sum(1), papi.sum(1), 100);
        assertEquals(kernel.sum(2), papi.sum(2), 5);
        assertEquals(of(results, "thread_num_minor_page_faults").getSum(), papi.sum(1), 100);
        assertEquals(papi.getValue().toString(), of(results, "papi_array").getValue().toString());
        assertTrue(papi.sum(2) >= SWITCHES, papi.toString());
    }

    @Test
    void componentsThatNameTheirEventsCountBesideThoseOfTheSettings() {
        var bundle = Bundles.of(PapiVector.class, Faults.class, FaultRate.class, ThreadCpuClock.class);
        Results results = measured(() -> bundle.run("x", PapiTest::work));
        assertEquals(of(results, "papi_vector").sum(1), of(results, "java_faults").getSum(), 200);
        double seconds = of(results, "thread_cpu_clock").getSum() / 1e9;
        double rate = of(results, "java_faults").getSum() / seconds;
        assertEquals(rate, of(results, "java_fault_rate").getSum(), 1e-6 * rate);
        assertEquals(List.of(), results.getProblems());
    }

    @Test
    void threadsHaveSetsOfTheirOwn() {
        var bundle = Bundles.of(PapiVector.class);
        Results results = measured(() -> {
            for (int i = 0; i < 20; i++) {
                List<Thread> threads =
                        java.util.stream.Stream.generate(() -> new Thread(() -> bundle.run("x", PapiTest::work))).limit(10).toList();
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    try {
                        thread.join();
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                }
            }
        });
        assertEquals(List.of(), results.getProblems());
        assertEquals(200, of(results, "papi_vector").getLaps());
        assertTrue(of(results, "papi_vector").sum(2) >= 200 * SWITCHES, "too few switches");
    }
}
