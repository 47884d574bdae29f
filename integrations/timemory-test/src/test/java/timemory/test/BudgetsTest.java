package timemory.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static timemory.test.Budgets.assertAllocation;
import static timemory.test.Budgets.assertBudget;
import static timemory.test.Budgets.assertLaps;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.CurrentPeakRss;
import timemory.DoubleComponent;
import timemory.LongDeltaComponent;
import timemory.MemoryComponent;
import timemory.Quantity;
import timemory.Timemory;
import timemory.TripCount;
import timemory.jvm.ThreadAllocatedBytes;

/** Budgets as functions. */
@OwnSession
class BudgetsTest {

    private static final Bundle1<Steps> TOOLS = Bundles.of(Steps.class);

    private Object kept;
    private int count;

    /** A number of bytes that tests set. */
    public static final class Bytes extends LongDeltaComponent implements MemoryComponent {
        static final ComponentType<Bytes> TYPE = new ComponentType<>("bytes", "Bytes of the test", Quantity.MEMORY, Bytes::new);

        static long used;

        @Override
        protected long read() {
            return used;
        }
    }

    /** A number with a fraction. */
    public static final class Fraction extends DoubleComponent {
        static final ComponentType<Fraction> TYPE = new ComponentType<>("fraction", "A fraction", Quantity.COUNT, Fraction::new);

        @Override
        public void start() {}

        @Override
        public void stop() {
            record(0.25);
        }
    }

    @AfterEach
    void nothingIsLeftOpen() {
        boolean wasOpen = Timemory.finalize() != null;
        assertFalse(wasOpen, "a session was left open");
    }

    @Test
    void allocationIsCountedPerLap() {
        Allocation measured = assertAllocation(() -> kept = new byte[984]).laps(200).warmup(50).isAtMost(1000);
        assertEquals(1000, measured.bytesPerLap());
        assertEquals(new Allocation(200_000, 200, 50, 1), measured);
    }

    @Test
    void allocationOfWarmUpDoesNotCount() {
        Block atFirst = () -> {
            if (++count <= 50) {
                kept = new byte[984];
            }
        };
        assertEquals(new Allocation(0, 100, 50, 1), assertAllocation(atFirst).laps(100).warmup(50).isAtMost(0));
        assertEquals(300, count, "50 for warm-up, 100 in a round, and as many again");
    }

    @Test
    void growthThatBecomesRarerIsAboveABudgetOfNothing() {
        // Doubles in laps 64, 128, 256, ...: most rounds allocate nothing.
        Object[][] ring = {new Object[64]};
        Block growing = () -> {
            if (++count == ring[0].length) {
                ring[0] = Arrays.copyOf(ring[0], 2 * count);
            }
        };
        AssertionFailedError failure =
                assertThrows(AssertionFailedError.class, () -> assertAllocation(growing).laps(50).warmup(200).isAtMost(0));
        assertTrue(failure.getMessage().contains("after "), failure.getMessage());
        count = 0;
        ring[0] = new Object[64];
        assertAllocation(growing).laps(50).warmup(200).isAtMost(16);
    }

    @Test
    void whatIsAllocatedOnceInTheLastRoundDoesNotCount() {
        Block once = () -> {
            if (++count == 250) {
                kept = new byte[100_000];
            }
        };
        assertEquals(0, assertAllocation(once).laps(100).warmup(50).isAtMost(0).bytes());
        assertEquals(600, count);
    }

    @Test
    void aBlockThatAllocatesNowAndThenIsAboveABudgetOfNothing() {
        Block rarely = () -> {
            if (++count % 100 == 0) {
                kept = new byte[984];
            }
        };
        AssertionFailedError failure =
                assertThrows(AssertionFailedError.class, () -> assertAllocation(rarely).laps(1000).warmup(0).isAtMost(0));
        assertTrue(failure.getMessage().contains("10 bytes per lap (10,000 bytes in 1,000 laps"), failure.getMessage());
        assertEquals("0 bytes per lap", failure.getExpected().getValue());
    }

    @Test
    void whatIsAllocatedOnlyOnceDoesNotCount() {
        Block once = () -> {
            if (++count == 5) {
                kept = new byte[100_000];
            }
        };
        Allocation measured = assertAllocation(once).laps(100).warmup(0).isAtMost(0);
        assertEquals(0, measured.bytes());
        assertEquals(2, measured.rounds());
    }

    @Test
    void allocationsOfVirtualThreadsAreNotCountedAndAbort() throws Exception {
        Method start = Stream.of(Thread.class.getMethods()).filter(method -> method.getName().equals("startVirtualThread")).findFirst()
                .orElse(null);
        assumeTrue(start != null, "virtual threads came with Java 21");
        Throwable[] thrown = new Throwable[1];
        Runnable body =
                () -> thrown[0] = assertThrows(TestAbortedException.class, () -> assertAllocation(() -> kept = new byte[9]).isAtMost(0));
        ((Thread) start.invoke(null, body)).join();
        assertTrue(thrown[0].getMessage().contains("allocations of virtual threads are not counted; run the test on a platform thread"));
    }

    @Test
    void aNegativeBudgetIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> assertAllocation(() -> {}).isAtMost(-1));
        assertThrows(IllegalArgumentException.class, () -> assertAllocation(() -> {}).warmup(-1));
    }

    @Test
    void lapsAreCountedInASessionOfTheirOwnWhereThereIsNone() {
        assertEquals(2, assertLaps("step", () -> {
            TOOLS.run("step", () -> TOOLS.run("step", () -> {}));
        }).isBetween(1, 2));
        assertFalse(Timemory.isInitialized());
    }

    @Test
    void lapsAreThoseOfTheBlockAloneAndOfAllThreads() {
        Timemory.init(Kit.silent());
        TOOLS.run("step", () -> {});
        long laps = assertLaps("step", () -> {
            Thread thread = new Thread(() -> TOOLS.run("step", () -> {}));
            thread.start();
            thread.join();
        }).isAtLeast(1);
        assertEquals(1, laps);
        assertEquals(2, Timemory.finalize().get(Steps.TYPE).find("step").getInclusive().getLaps());
    }

    @Test
    void aLapOfSeveralComponentsIsOneLap() {
        assertEquals(1, assertLaps("step", () -> Bundles.of(Steps.class, TripCount.class).run("step", () -> {})).isAtMost(1));
    }

    @Test
    void lapsCannotBeCountedWhileSwitchedOffOrOverTheEndOfASession() {
        Timemory.init(Kit.silent());
        assertThrows(IllegalStateException.class, () -> assertLaps("step", Timemory::finalize).isAtMost(1));
        Timemory.init(Kit.silent());
        Timemory.setEnabled(false);
        try {
            TestAbortedException aborted = assertThrows(TestAbortedException.class, () -> assertLaps("step", () -> {}).isAtMost(1));
            assertTrue(aborted.getMessage().contains("measuring is switched off (TIMEMORY_ENABLED=false)"));
        } finally {
            Timemory.setEnabled(true);
            Timemory.finalize();
        }
    }

    @Test
    void anyComponentHasABudgetInItsUnits() {
        assertEquals(1.5, assertBudget(Bytes.TYPE, () -> Bytes.used += 1500).isAtMost(2, "KB"));
        AssertionFailedError failure = assertThrows(AssertionFailedError.class,
                () -> assertBudget(Bytes.TYPE, () -> Bytes.used += 2_500_000).laps(3).warmup(1).isAtMost(2, "MB"));
        assertTrue(failure.getMessage().startsWith("component bytes (Bytes of the test) measured 2.500 MB per lap, the mean of 3, above "
                + "the "
                + "budget of 2 MB"), failure.getMessage());
        assertEquals("at most 2 MB", failure.getExpected().getValue());
    }

    @Test
    void warmUpIsNotMeasured() {
        Block growingLess = () -> Bytes.used += count++ == 0 ? 1_000_000 : 10;
        assertEquals(10, assertBudget(Bytes.TYPE, growingLess).warmup(1).laps(2).isAtMost(10, "B"));
        count = 0;
        assertThrows(AssertionFailedError.class, () -> assertBudget(Bytes.TYPE, growingLess).laps(2).isAtMost(10, "B"));
    }

    @Test
    void componentsOfOtherKindsHaveBudgetsToo() {
        assertEquals(0.25, assertBudget(Fraction.TYPE, () -> {}).isAtMost(0.25));
        assertThrows(AssertionFailedError.class, () -> assertBudget(Fraction.TYPE, () -> {}).isAtMost(0.2));
        assertEquals(3, assertBudget(Steps.TYPE, () -> Steps.take(3)).isAtMost(3));
        assertEquals(1016, assertBudget(ThreadAllocatedBytes.TYPE, () -> kept = new byte[1000]).isAtMost(1016, "B"));
    }

    @Test
    void unknownUnitsAndSeveralNumbersAreRefusedWithTheWayOut() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> assertBudget(Bytes.TYPE, () -> {}).isAtMost(1, "MiB")).getMessage();
        assertEquals("unit 'MiB' of component bytes is unknown: give one of 'B', 'KB', 'MB', 'GB', 'TB'", message);
        assertThrows(IllegalArgumentException.class, () -> assertBudget(Bytes.TYPE, () -> {}).isAtMost(1));
        message = assertThrows(IllegalArgumentException.class,
                () -> assertBudget(CurrentPeakRss.TYPE, () -> {}).isAtMost(1, "MB")).getMessage();
        assertTrue(message.contains("component current_peak_rss records 2 numbers"), message);
    }

    @Test
    void aComponentThatIsNotThereAborts() {
        TestAbortedException aborted =
                assertThrows(TestAbortedException.class, () -> assertBudget(Missing.TYPE, () -> {}).isAtMost(1, "sec"));
        assertTrue(aborted.getMessage().startsWith("component missing is unavailable here: this machine has no such thing"),
                aborted.getMessage());
    }
}
