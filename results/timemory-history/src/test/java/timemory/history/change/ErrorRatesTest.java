package timemory.history.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rates promised in docs/history.md. The bounds of the short simulations are two standard deviations from the goals. */
class ErrorRatesTest {
    private static final double GOAL = 0.05;

    private static double deviation(double rate, int count) {
        return Math.sqrt(rate * (1.0 - rate) / count);
    }

    @ParameterizedTest
    @EnumSource
    void changesAreFalseInAtMostFivePercentOfSeries(Noise noise) {
        int count = 200;
        double rate = ErrorRates.falseAtOneLook(ErrorRates.OURS, noise, count);
        assertTrue(rate <= GOAL + 2 * deviation(GOAL, count), noise + ": " + rate);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("thorough")
    void changesAreFalseInAtMostFivePercentOfManySeries(Noise noise) {
        double rate = ErrorRates.falseAtOneLook(ErrorRates.OURS, noise, 10_000);
        assertTrue(rate <= GOAL, noise + ": " + rate);
    }

    /** Therefore the rate of one look after 150 builds is the rate of all looks together. */
    @ParameterizedTest
    @EnumSource
    void whatAnEarlierLookFoundALaterOneFindsToo(Noise noise) {
        Random random = new Random(3);
        for (int i = 0; i < 20; i++) {
            double[] series = noise.series(random, 100);
            for (int j = 50; j < 100; j++) series[j] *= 1.1;
            for (int builds = 51; builds < 100; builds++) {
                List<ChangePoint> earlier = ChangePoints.of(Arrays.copyOf(series, builds), ChangePoints.Criteria.USUAL);
                if (earlier.isEmpty()) continue;
                List<ChangePoint> later = ChangePoints.of(Arrays.copyOf(series, builds + 1), ChangePoints.Criteria.USUAL);
                assertTrue(later.isEmpty() || later.get(0).pValue() <= earlier.get(0).pValue(), noise + " at " + builds);
            }
        }
    }

    @Test
    void aStepOfFivePercentIsFoundWithinEightBuilds() {
        int count = 200;
        for (int before : new int[] {40, 60, 100}) {
            double rate = ErrorRates.found(ErrorRates.OURS, Noise.NORMAL, before, 0.05, 8, count);
            assertTrue(rate >= 0.9 - 2 * deviation(0.9, count), before + " builds before: " + rate);
        }
    }

    @Test
    void aStepOfTwentyPercentIsFoundWithinThreeBuilds() {
        for (int before : new int[] {20, 25, 40, 100}) {
            double rate = ErrorRates.found(ErrorRates.OURS, Noise.NORMAL, before, 0.2, 3, 200);
            assertTrue(rate >= 0.99, before + " builds before: " + rate);
        }
    }

    @Test
    void aSlowRunIsNoChangeNorAreTwo() {
        Random random = new Random(5);
        for (int slow = 1; slow <= 2; slow++) {
            double[] series = Noise.NORMAL.series(random, 60);
            for (int i = 60 - slow; i < 60; i++) series[i] *= 3;
            assertEquals(List.of(), ChangePoints.of(series, ChangePoints.Criteria.USUAL));
        }
    }
}
