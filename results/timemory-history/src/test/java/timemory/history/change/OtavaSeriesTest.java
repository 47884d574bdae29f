package timemory.history.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link OtavaMethod} finds what Apache Otava finds. */
class OtavaSeriesTest {
    private static List<String> lines(String file) throws IOException {
        try (var in = OtavaSeriesTest.class.getResourceAsStream("/change/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    private static String found(String criteria, double[] series) {
        double[] parts = numbers(criteria);
        List<OtavaMethod.Point> found = OtavaMethod.of(series, new OtavaMethod.Criteria((int) parts[0], parts[1], parts[2]));
        return String.join(" ", found.stream().map(point -> String.valueOf(point.index())).toList());
    }

    @Test
    void theChangesOfItsOwnSeriesAreFoundByAllCriteria() throws IOException {
        List<String> series = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int asked = 0;
        for (String line : lines("tigerbeetle.txt")) {
            int space = line.indexOf(' ');
            if (line.startsWith("series ")) {
                series.add(line.substring(space + 1));
                continue;
            }
            String[] parts = line.substring(space + 1).split(" : ");
            String found = found(parts[0], numbers(String.join(" ", series)));
            if (!found.equals(parts[1])) wrong.add(parts[0] + ": " + found + " and not " + parts[1]);
            asked++;
        }
        assertEquals(List.of(), wrong);
        assertEquals(10, asked);
    }

    @Test
    void theSameChangesAreFoundInSeriesThatJumpAtRandom() throws IOException {
        List<String> wrong = new ArrayList<>();
        int changes = 0;
        for (String line : lines("jumping.txt")) {
            String[] parts = line.split(" : ");
            String found = found(parts[0], numbers(parts[2]));
            if (!found.equals(parts[1])) wrong.add(line + ": " + found);
            changes += found.isEmpty() ? 0 : found.split(" ").length;
        }
        assertEquals(List.of(), wrong);
        assertTrue(changes > 20, "only " + changes);
    }

    @Test
    void aSeriesThatFallsToHalfChangesThere() {
        double[] series =
                {1.02, 0.95, 0.99, 1.00, 1.12, 1.00, 1.01, 0.98, 1.01, 0.96, 0.50, 0.51, 0.48, 0.48, 0.55, 0.50, 0.49, 0.51, 0.50, 0.49};
        List<OtavaMethod.Point> found = OtavaMethod.of(series, new OtavaMethod.Criteria(10, 0.0001, 0.0));
        assertEquals(List.of(10), found.stream().map(OtavaMethod.Point::index).toList());
        assertEquals(1.004, found.get(0).before(), 1e-12);
        assertEquals(0.501, found.get(0).after(), 1e-12);
    }
}
