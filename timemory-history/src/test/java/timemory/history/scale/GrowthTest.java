package timemory.history.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private static List<Growth.Point> points(double... numbers) {
        List<Growth.Point> points = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) points.add(new Growth.Point(numbers[i], numbers[i + 1]));
        return points;
    }

    /** Of Extra-P's own modeler: see src/test/python/extra_p_models.py. */
    private static List<String> ofExtraP() throws IOException {
        try (InputStream file = GrowthTest.class.getResourceAsStream("extra-p.tsv")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).toList();
        }
    }

    @Test
    void modelsAreThoseOfExtraP() throws IOException {
        List<String> expected = ofExtraP();
        assertEquals(129, expected.size());
        for (String line : expected) {
            String[] cells = line.split("\t");
            Growth growth = Growth.of(points(Stream.of(cells[0].split("[: ]")).mapToDouble(Double::parseDouble).toArray()));
            assertEquals(Double.parseDouble(cells[3]), growth.power(), 1e-12, line);
            assertEquals(Integer.parseInt(cells[4]), growth.logarithms(), line);
            double constant = Double.parseDouble(cells[1]);
            assertEquals(constant, growth.constant(), 1e-6 * (1 + Math.abs(constant)), line);
            assertEquals(Double.parseDouble(cells[2]), growth.coefficient(), 1e-6 * (1e-3 + Math.abs(growth.coefficient())), line);
            assertEquals(Double.parseDouble(cells[5]), 100 * growth.error(), 1e-6, line);
        }
    }

    @Test
    void fewPointsGiveAPowerAndNoError() {
        Growth growth = Growth.of(points(1, 80, 2, 40, 4, 20, 8, 10));
        assertEquals(-1.0, growth.power(), 1e-12);
        assertEquals(5.0, growth.at(16), 1e-9);
        assertTrue(Double.isNaN(growth.error()));
    }

    @Test
    void whatCannotBeFittedStays() {
        assertEquals(new Growth(5.0, 0.0, 0.0, 0, Double.NaN), Growth.of(points(3, 5)));
        assertEquals(0.0, Growth.of(points(1, 0, 2, 0, 4, 0)).coefficient());
        assertEquals(0.0, Growth.of(points(1, 0, 2, 0, 4, 0, 8, 0, 16, 0)).coefficient());
        assertEquals(0.0, Growth.of(points(0, 1, 1, 2, 2, 3, 3, 4, 4, 5)).coefficient(), "a power of 0 threads is none");
        assertEquals(7.0, Growth.of(points(1, 7, 2, 7, 4, 7, 8, 7, 16, 7)).at(1024));
    }
}
