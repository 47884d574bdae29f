package timemory.history.change;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LookBudgetTest {
    @Test
    void thePartsOfAllLooksAddUpToOne() {
        double sum = 0.0;
        for (int count = 1; count <= 1_000_000; count++) {
            int[] lengths = LookBudget.lengths(Math.min(count, 200), 200);
            for (int length : lengths) sum += LookBudget.part(length, count, lengths.length);
        }
        assertTrue(sum > 0.99 && sum <= 1.0, "sum: " + sum);
    }

    @Test
    void threeNumbersAboveAllOthersAreAffordedAtEachLook() {
        for (int count = 22; count < 200; count++) {
            double orders = count * (count - 1.0) * (count - 2.0) / 6;
            assertTrue(2 / orders <= 0.05 * LookBudget.part(3, count, 9), "at " + count);
        }
    }

    @Test
    void partsAreShorterThanHalfTheWindow() {
        assertArrayEquals(new int[] {3, 4, 5}, LookBudget.lengths(100, 10));
        assertArrayEquals(new int[] {3, 4}, LookBudget.lengths(7, 200));
        assertEquals(0, LookBudget.lengths(5, 200).length);
    }
}
