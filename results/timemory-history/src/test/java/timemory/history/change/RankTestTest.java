package timemory.history.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;
import org.junit.jupiter.api.Test;

class RankTestTest {
    @Test
    void pValuesAreThoseOfAnExactMannWhitneyTest() {
        Random random = new Random(4);
        for (int i = 0; i < 300; i++) {
            int left = 1 + random.nextInt(30);
            int right = 1 + random.nextInt(30);
            double off = random.nextDouble() * 3;
            double[] series = random.doubles(left + right).toArray();
            for (int j = left; j < series.length; j++) series[j] += off;
            double expected = MannWhitneyUTest.withDefaults().with(PValueMethod.EXACT)
                    .test(Arrays.copyOf(series, left), Arrays.copyOfRange(series, left, series.length)).getPValue();
            assertEquals(expected, RankTest.pValue(series, 0, left, series.length), 1e-9 + 1e-6 * expected, left + " and " + right);
        }
    }

    @Test
    void ticksOfAClockGiveNoTinyPValue() {
        assertEquals(2.0 / 3, RankTest.pValue(new double[] {10, 10, 20}, 0, 2, 3), 1e-12);
        double[] ticks = new double[23];
        Arrays.fill(ticks, 0, 20, 10.0);
        Arrays.fill(ticks, 20, 23, 20.0);
        assertEquals(2.0 / 1771, RankTest.pValue(ticks, 0, 20, 23), 1e-12, "one order of 1,771, on two sides");
    }

    @Test
    void equalNumbersSayNothing() {
        assertEquals(1.0, RankTest.pValue(new double[20], 0, 10, 20));
    }
}
