package timemory.history.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExtraPMethodTest {
    private static List<Growth.Point> points(double... numbers) {
        List<Growth.Point> points = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) points.add(new Growth.Point(numbers[i], numbers[i + 1]));
        return points;
    }

    /** Models by Extra-P's modeler: see src/test/python/extra_p_models.py. */
    private static List<String> ofExtraP() throws IOException {
        try (InputStream file = ExtraPMethodTest.class.getResourceAsStream("extra-p.tsv")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).toList();
        }
    }

    @Test
    void modelsAreThoseOfExtraP() throws IOException {
        List<String> expected = ofExtraP();
        assertEquals(129, expected.size());
        for (String line : expected) {
            String[] cells = line.split("\t");
            Growth growth = ExtraPMethod.of(points(Stream.of(cells[0].split("[: ]")).mapToDouble(Double::parseDouble).toArray()));
            assertEquals(Double.parseDouble(cells[3]), growth.power(), 1e-12, line);
            assertEquals(Integer.parseInt(cells[4]), growth.logarithms(), line);
            double constant = Double.parseDouble(cells[1]);
            assertEquals(constant, growth.constant(), 1e-6 * (1 + Math.abs(constant)), line);
            assertEquals(Double.parseDouble(cells[2]), growth.coefficient(), 1e-6 * (1e-3 + Math.abs(growth.coefficient())), line);
            assertEquals(Double.parseDouble(cells[5]), 100 * growth.error(), 1e-6, line);
        }
    }
}
