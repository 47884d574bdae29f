package timemory.history.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The univariate series in tests/test_detection.py and test_e_divisive.py of MongoDB's signal-processing-algorithms (Apache-2.0), which
 * uses E-Divisive with permutations: we find the changes that those tests expect, and none at a single number.
 */
class MongoSeriesTest {
    private static double[] of(int length, double all) {
        double[] series = new double[length];
        Arrays.fill(series, all);
        return series;
    }

    private static double[] with(double[] series, int begin, int end, double value) {
        Arrays.fill(series, begin, end, value);
        return series;
    }

    private static List<Integer> found(double... series) {
        List<Integer> found = new ArrayList<>();
        ChangePoints.of(series, ChangePoints.Criteria.USUAL).forEach(change -> found.add(change.index()));
        return found;
    }

    @Test
    void numbersOfThreeRangesThatDoNotTouchChangeBetweenThem() {
        assertEquals(List.of(20, 40),
                found(41, 18, 23, 3, 32, 11, 40, 13, 29, 48, 47, 35, 18, 21, 6, 2, 23, 3, 4, 7, 120, 103, 102, 81, 71, 62, 115, 61, 108,
                        63, 70, 98, 65, 96, 64, 74, 70, 113, 90, 114, 208, 196, 153, 150, 225, 179, 206, 165, 177, 151, 218, 217, 244, 245,
                        229, 195, 225, 229, 176,
                        250));
    }

    @Test
    void inALongSeriesThereAreFourChanges() throws IOException {
        try (var in = MongoSeriesTest.class.getResourceAsStream("/change/mongo-long.txt")) {
            double[] series = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .flatMap(line -> Arrays.stream(line.split(" "))).mapToDouble(Double::parseDouble).toArray();
            assertEquals(1000, series.length);
            assertEquals(4, found(series).size(), found(series).toString());
        }
    }

    @Test
    void aStepIsFoundWhereItIs() {
        assertEquals(List.of(15), found(with(of(30, 50), 15, 30, 100)));
        assertEquals(List.of(1000), found(with(of(2000, 0), 1000, 2000, 1)));
    }

    @Test
    void aNumberBetweenTheLevelsBelongsToTheNearer() {
        assertEquals(List.of(15), found(scattered(with(with(of(30, 50), 14, 15, 74), 15, 30, 100))));
        assertEquals(List.of(14), found(scattered(with(with(of(30, 50), 14, 15, 76), 15, 30, 100))));
    }

    /** Adds noise of up to 8 in either direction. */
    private static double[] scattered(double... series) {
        for (int i = 0; i < series.length; i++) if (i != 14) series[i] += i * 7 % 17 - 8;
        return series;
    }

    @Test
    void aSingleNumberThatIsOffIsNoChange() {
        assertEquals(List.of(15), found(with(with(of(30, 50), 2, 3, 100), 15, 30, 100)));
        assertEquals(List.of(15, 30), found(with(with(with(of(45, 50), 2, 3, 100), 15, 30, 100), 30, 45, 150)));
    }

    @Test
    void theMethodToCompareWithFindsThemToo() {
        assertEquals(List.of(15), MongoMethod.of(with(of(30, 50), 15, 30, 100), new Random(1)));
        assertEquals(List.of(15, 30), MongoMethod.of(with(with(of(45, 50), 15, 30, 100), 30, 45, 150), new Random(1)));
    }
}
