package timemory.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Ratios of times, with a clock that the blocks advance themselves. */
class RatioCheckTest {

    private long now;
    private int laps;

    /** Returns a block whose lap number n takes {@code nanoseconds} of n. */
    private Block taking(IntToLongFunction nanoseconds) {
        return () -> now += nanoseconds.applyAsLong(laps++);
    }

    private Block taking(long nanoseconds) {
        return taking(lap -> nanoseconds);
    }

    private RatioCheck ratio(Block measured, Block reference) {
        return Budgets.assertRatio(measured, reference).clock(() -> now);
    }

    @Test
    void tellsTheRatioOfSteadyBlocksExactly() {
        RatioResult result = ratio(taking(3_000_000), taking(2_000_000)).isAtMost(1.5);
        assertEquals(new RatioResult(1.5, 1.5, 1.5, RatioCheck.ROUNDS, 3e6, 2e6), result);
        assertEquals("ratio 1.500 (99 % interval 1.500 to 1.500, 25 rounds, 3 msec against 2 msec per lap)", result.toString());
    }

    @Test
    void blocksThatAreFasterThanTheClockTellsAreRepeated() {
        RatioResult result = ratio(taking(7), taking(70_000)).measure();
        assertEquals(7, result.nanosecondsPerLap());
        assertEquals(70_000, result.referenceNanosecondsPerLap());
        assertEquals(0.0001, result.ratio(), 1e-12);
    }

    @Test
    void failsAboveTheBoundAndTellsTheMeasurement() {
        AssertionFailedError failure =
                assertThrows(AssertionFailedError.class, () -> ratio(taking(3_200_000), taking(2_000_000)).isAtMost(1.5));
        assertTrue(failure.getMessage().startsWith("ratio 1.600 (99 % interval 1.600 to 1.600, 25 rounds, 3.200 msec against 2 msec per "
                + "lap) "
                + "is above the bound of 1.500, beyond the spread of the rounds"), failure.getMessage());
    }

    @Test
    void aSlowRoundNowAndThenDoesNotMatter() {
        Block sometimesSlow = taking(lap -> lap % 5 == 0 ? 90_000_000 : 1_000_000);
        RatioResult result = ratio(sometimesSlow, taking(1_000_000)).isAtMost(1.5);
        assertEquals(1.0, result.ratio());
    }

    @Test
    void theVerdictIsThatOfTheWholeInterval() {
        RatioResult result = new RatioResult(2.0, 1.5, 2.5, 25, 2, 1);
        assertEquals(Verdict.ABOVE, result.verdict(1.4));
        assertEquals(Verdict.INCONCLUSIVE, result.verdict(1.5));
        assertEquals(Verdict.INCONCLUSIVE, result.verdict(2.4));
        assertEquals(Verdict.WITHIN, result.verdict(2.5));
    }

    @Test
    void looksLongerWhereTheBoundLiesInsideTheSpreadAndThenGivesUp() {
        int[] sample = new int[1];
        Block spreading = () -> now += sample[0]++ % 2 == 0 ? 1_000_000 : 3_000_000;
        TestAbortedException aborted = assertThrows(TestAbortedException.class, () -> ratio(spreading, taking(1_000_000)).isAtMost(2.0));
        assertTrue(aborted.getMessage().startsWith("inconclusive: ratio "), aborted.getMessage());
        assertTrue(aborted.getMessage().contains("(99 % interval 1.000 to 3.000, 100 rounds"), aborted.getMessage());
    }

    @Test
    void aSecondLookMayTell() {
        // Among the first 25 ratios that count, every other one of 14 is above the bound, which is inconclusive; among the next 25, none
        // is.
        int choosing = 2 * 5;
        int[] sample = new int[1];
        Block settling = () -> {
            int round = sample[0]++ - choosing;
            now += round >= 0 && round < 14 && round % 2 == 0 ? 3_000_000 : 1_000_000;
        };
        RatioResult result = ratio(settling, taking(1_000_000)).warmup(0).isAtMost(2.0);
        assertEquals(50, result.rounds());
        assertEquals(1.0, result.high());
    }

    @Test
    void roundsAreInterleavedAndTheFirstAlternates() {
        StringBuilder order = new StringBuilder();
        Block a = () -> {
            order.append('a');
            now += 2_000_000;
        };
        Block b = () -> {
            order.append('b');
            now += 2_000_000;
        };
        ratio(a, b).rounds(8).warmup(2).measure();
        assertEquals("aaaaabbbbb" + "abba" + "aaaaabbbbb" + "abbaabbaabbaabba", order.toString());
    }

    @Test
    void whatSlowsBothDownCancelsOut() {
        long[] load = {1};
        Block drifting = () -> {
            load[0] += 1;
            now += 1_000_000 * load[0];
        };
        Block drifted = () -> now += 1_000_000 * load[0];
        RatioResult result = ratio(drifting, drifted).rounds(101).isAtMost(1.05);
        assertEquals(1.0, result.ratio(), 0.02);
    }

    @Test
    void samplesAreEquallyLongHoweverOftenTheMachineInterrupts() {
        // Other programs use the processor for 50 ms after every 4 ms.
        int[] calls = new int[2];
        ratio(interrupted(calls, 0), interrupted(calls, 1)).warmup(0).measure();
        assertEquals(calls[1], calls[0], 0.05 * calls[1]);
    }

    private Block interrupted(int[] calls, int number) {
        return () -> {
            calls[number]++;
            long before = now;
            now += 30_000;
            if (now / 4_000_000 != before / 4_000_000) {
                now += 48_000_000;
            }
        };
    }

    @Test
    void aSlowBlockIsComparedWithAsLongASampleOfAFastOne() {
        int[] fast = new int[1];
        Block quick = () -> {
            fast[0]++;
            now += 10_000;
        };
        ratio(taking(40_000_000), quick).rounds(8).warmup(0).measure();
        assertTrue(fast[0] >= 8 * 4_000, "laps of the fast block: " + fast[0]);
    }

    @Test
    void waitingTakesLittleCpuTime() {
        // It takes longer in elapsed time.
        long[] sink = new long[1];
        RatioResult result = Budgets.assertRatio(() -> Thread.sleep(1), () -> sink[0] += sum(1_000_000)).rounds(8).warmup(1).isAtMost(0.8);
        assertEquals(Verdict.WITHIN, result.verdict(0.8));
    }

    @Test
    void aBlockThatTakesNoTimeIsAborted() {
        TestAbortedException aborted = assertThrows(TestAbortedException.class, () -> ratio(taking(1_000_000), () -> {}).isAtMost(1.5));
        assertTrue(aborted.getMessage().contains("took no time by the clock"), aborted.getMessage());
    }

    @Test
    void whatABlockThrowsReachesTheTest() {
        IOException thrown = new IOException("broken");
        Block broken = () -> {
            throw thrown;
        };
        assertEquals(thrown, assertThrows(IOException.class, () -> ratio(broken, taking(1)).isAtMost(1.5)));
    }

    @Test
    void wrongArgumentsAreRefused() {
        RatioCheck check = ratio(taking(1), taking(1));
        assertEquals("bound: 0.0 is not above 0", assertThrows(IllegalArgumentException.class, () -> check.isAtMost(0)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> check.isAtMost(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> check.rounds(7));
        assertThrows(IllegalArgumentException.class, () -> check.warmup(-1));
    }

    @Test
    void realBlocksOfVeryDifferentLengthAreToldApart() {
        long[] sink = new long[1];
        RatioResult result = Budgets.assertRatio(() -> sink[0] += sum(10), () -> sink[0] += sum(1_000_000)).rounds(8).warmup(2).isAtMost(1);
        assertEquals(Verdict.WITHIN, result.verdict(1));
    }

    private static long sum(int terms) {
        long sum = 0;
        for (int i = 0; i < terms; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }
}
