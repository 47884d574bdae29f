package timemory.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The interval of the median, compared with tables of the sign test (two-sided, 1 %). */
class MedianIntervalTest {

    @Test
    void beginsWhereTheTablesSay() {
        // Critical values of the sign test: the largest count of the rarer sign that is significant at 1 %.
        int[][] table = {{8, 0}, {9, 0}, {11, 0}, {12, 1}, {15, 2}, {20, 3}, {25, 5}, {30, 7}, {40, 11}, {50, 15}, {100, 36}};
        for (int[] entry : table) {
            assertEquals(entry[1], MedianInterval.firstInside(entry[0]), "of " + entry[0] + " samples");
        }
    }

    @Test
    void endsForManySamplesNearTheNormalApproximation() {
        int n = 10_000;
        assertEquals(n / 2.0 - 2.576 * Math.sqrt(n) / 2, MedianInterval.firstInside(n), 2.0);
    }

    @Test
    void takesTheSamplesThatStandThere() {
        double[] samples = IntStream.rangeClosed(1, 25).mapToDouble(i -> 26 - i).toArray();
        assertEquals(new MedianInterval(13, 6, 20), MedianInterval.of(samples));
        assertEquals(25, samples[0], "the samples stay as they are");
        assertEquals(4.5, MedianInterval.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8}).median());
    }

    @Test
    void samplesThatResembleTheirNeighboursHaveAWiderInterval() {
        double[] alternating = IntStream.range(0, 100).mapToDouble(i -> i % 2 == 0 ? i : 100 - i).toArray();
        assertEquals(MedianInterval.of(alternating), MedianInterval.ofSeries(alternating));
        double[] inRuns = IntStream.range(0, 100).mapToDouble(i -> i / 10 % 2 == 0 ? i : -i).toArray();
        MedianInterval wide = MedianInterval.ofSeries(inRuns);
        MedianInterval narrow = MedianInterval.of(inRuns);
        assertTrue(wide.low() < narrow.low() && wide.high() > narrow.high(), wide + " and " + narrow);
        assertEquals(narrow.median(), wide.median());
    }

    @Test
    void aSeriesThatOnlyGrowsSaysNothing() {
        double[] growing = IntStream.range(0, 25).asDoubleStream().toArray();
        assertEquals(new MedianInterval(12, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY), MedianInterval.ofSeries(growing));
    }

    @Test
    void needsEightSamples() {
        assertThrows(IllegalArgumentException.class, () -> MedianInterval.of(new double[7]));
    }
}
