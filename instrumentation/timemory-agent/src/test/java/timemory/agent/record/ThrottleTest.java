package timemory.agent.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private int timed;

    /** After how many calls it acts that take as many nanoseconds as told; -1 for not at all. */
    private int actsAfter(Throttle throttle, int calls, IntToLongFunction nanoseconds) {
        timed = 0;
        for (int call = 1; call <= calls; call++) {
            if (!throttle.wantsTime()) continue;
            timed++;
            if (throttle.ended(nanoseconds.applyAsLong(call))) return call;
        }
        return -1;
    }

    @Test
    void aShortFunctionIsMeasuredAsOftenAsTheSettingSaysAndMostCallsUntimed() {
        Throttle throttle = new Throttle(10_000, 10_000);
        assertEquals(10_000, actsAfter(throttle, 20_000, call -> 100));
        assertTrue(throttle.hasActed());
        assertTrue(timed < 1_000 + 9_000 / 20, timed + " calls of 10,000 were timed");
    }

    @Test
    void aLongOneIsMeasuredForeverAndFewCallsTimed() {
        Throttle throttle = new Throttle(10_000, 10_000);
        assertEquals(-1, actsAfter(throttle, 1_000_000, call -> 10_000));
        assertTrue(timed < 1_000_000 / 25, timed + " calls of a million were timed");
        assertFalse(throttle.hasActed());
    }

    @Test
    void regularPatternsDoNotDeceiveIt() {
        for (int period = 2; period <= 128; period *= 2) {
            int every = period;
            assertEquals(-1, actsAfter(new Throttle(10_000, 10_000), 200_000, call -> call % every == 0 ? 20_000L * every : 100),
                    "one of " + every);
        }
    }

    @Test
    void aFewLongCallsAmongManyShortOnesAreNoticed() {
        assertEquals(-1, actsAfter(new Throttle(10_000, 10_000), 100_000, call -> call % 333 == 0 ? 5_000_000 : 100));
    }

    @Test
    void aSlowBeginIsForgotten() {
        Throttle throttle = new Throttle(10_000, 10_000);
        assertEquals(30_000, actsAfter(throttle, 50_000, call -> call < 12_000 ? 100_000 : 100));
    }

    @Test
    void smallCountsAreTimedInFull() {
        assertEquals(1, actsAfter(new Throttle(1, 10), 10, call -> 5));
        assertEquals(20, actsAfter(new Throttle(20, 10), 100, call -> 5));
        assertEquals(100, actsAfter(new Throttle(100, 10), 1000, call -> 5));
        assertEquals(-1, actsAfter(new Throttle(20, 10), 100, call -> call % 20 == 0 ? 1000 : 5));
    }
}
