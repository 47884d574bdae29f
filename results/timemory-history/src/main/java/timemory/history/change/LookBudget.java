package timemory.history.change;

import java.util.Arrays;

/**
 * Distributes the probability of a false positive over the looks at a series, one after each new number, without end (alpha spending). Each
 * look compares the last 3, 4, 5, 6, 8, 11, 16, ... numbers ({@link #LENGTHS}) with those before; the parts of all looks and lengths add up
 * to 1.
 *
 * <p>Tails of three numbers get three tenths of the budget, from the 22nd number on: at each look, as much as needed for three numbers
 * above all others to count as a change at a level of 5 %, which is 12 / (n(n-1)(n-2)). Longer tails share the rest, which decreases with
 * n^-1.5.
 */
final class LookBudget {
    static final int MIN_PART = 3;
    private static final int[] LENGTHS = {3, 4, 5, 6, 8, 11, 16, 23, 32, 45, 64, 90, 128, 181, 256, 362, 512};
    private static final double OF_SHORTEST = 0.3;
    private static final int FIRST_OF_SHORTEST = 22;
    private static final int FIRST = 12;
    /** The sum of n^-1.5 from 12 on. */
    private static final double SUM = 0.589629;

    private LookBudget() {}

    /** Returns the tail lengths to compare for {@code count} numbers, ascending: each is at most half of {@code window}. */
    static int[] lengths(int count, int window) {
        int many = 0;
        while (many < LENGTHS.length && LENGTHS[many] + MIN_PART <= count && 2 * LENGTHS[many] <= Math.max(window, 2 * MIN_PART)) many++;
        return Arrays.copyOf(LENGTHS, many);
    }

    /** Returns the part of the budget for comparing the last {@code length} of {@code count} numbers with those before. */
    static double part(int length, int count, int lengths) {
        double n = count;
        if (length <= MIN_PART) {
            if (length < MIN_PART || count < FIRST_OF_SHORTEST) return 0.0;
            return OF_SHORTEST * 2.0 * (FIRST_OF_SHORTEST - 1) * (FIRST_OF_SHORTEST - 2) / (n * (n - 1) * (n - 2));
        }
        return count < FIRST ? 0.0 : (1.0 - OF_SHORTEST) / (n * Math.sqrt(n)) / SUM / Math.max(1, lengths - 1);
    }
}
