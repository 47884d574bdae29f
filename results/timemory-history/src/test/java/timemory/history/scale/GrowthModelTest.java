package timemory.history.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GrowthModelTest {
    static List<Form> forms() {
        return Form.ALL;
    }

    private static GrowthModel model(double... numbers) {
        List<Growth.Point> points = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) points.add(new Growth.Point(numbers[i], numbers[i + 1]));
        return GrowthModel.of(points);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void leadingTermsAreFound(Form form) {
        for (double noise : new double[] {0.02, 0.05}) {
            double right = ModelRates.right(ModelRates.OURS, form, noise, 5, 200);
            assertTrue(right >= (form.isConstant() ? 0.98 : 0.95), form.name() + " with " + noise + ": " + right);
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    @Tag("thorough")
    void leadingTermsAreFoundInManySeries(Form form) {
        for (int runs : new int[] {1, 5}) {
            for (double noise : new double[] {0.02, 0.05}) {
                double right = ModelRates.right(ModelRates.OURS, form, noise, runs, 5_000);
                assertTrue(right >= (form.isConstant() ? 0.98 : 0.95), form.name() + " with " + noise + ": " + right);
            }
        }
    }

    @Test
    void timesAreNeverPredictedToBeNegative() {
        Random random = new Random(7);
        for (Form form : Form.ALL) {
            for (int i = 0; i < 50; i++) {
                GrowthModel model = GrowthModel.of(form.points(random, 0.3, 3));
                for (double x : new double[] {1, 10, 1024, 1e6, 1e9}) {
                    assertTrue(model.at(x) >= 0 && model.interval(x).low() >= 0, form.name() + " at " + x);
                }
            }
        }
    }

    @Test
    void aConstantIsPredictedNearItself() {
        Random random = new Random(8);
        for (int i = 0; i < 100; i++) {
            GrowthModel model = GrowthModel.of(Form.ALL.get(1).points(random, 0.02, 1));
            if (!model.isProven()) assertEquals(1e9, model.at(1024), 5e7);
        }
    }

    @Test
    void intervalsHoldWhatIsPredictedAndGrowWithTheDistance() {
        Random random = new Random(9);
        int held = 0;
        int asked = 0;
        for (Form form : Form.ALL) {
            double last = form.numbers()[form.numbers().length - 1];
            Exponents exponents = new Exponents(form.power(), form.logarithms());
            for (int i = 0; i < 50; i++) {
                GrowthModel model = GrowthModel.of(form.points(random, 0.05, 5));
                double width = 0;
                for (double factor : new double[] {1, 2, 4, 8, 16}) {
                    double x = factor * last;
                    double truth = form.constant() + (form.isConstant() ? 0 : form.coefficient() * exponents.of(x));
                    GrowthModel.Interval interval = model.interval(x);
                    assertTrue(interval.low() <= model.at(x) && model.at(x) <= interval.high(), form.name());
                    double relative = (interval.high() - interval.low()) / model.at(x);
                    assertTrue(relative >= 0.99 * width, form.name() + " at " + factor + ": " + relative + " after " + width);
                    width = relative;
                    if (interval.low() <= truth && truth <= interval.high()) held++;
                    asked++;
                }
            }
        }
        assertTrue(held >= 0.95 * asked, held + " of " + asked);
    }

    @Test
    void predictionsBeyondFourTimesTheDataAreFar() {
        GrowthModel model = model(2, 1, 4, 2, 8, 4, 16, 8, 32, 16);
        assertFalse(model.isFar(128) || model.isFar(0.5));
        assertTrue(model.isFar(129) && model.isFar(0.4));
    }

    @Test
    void fewPointsGiveOneTermAndNoError() {
        GrowthModel model = model(1, 80, 2, 40, 4, 20, 8, 10);
        assertTrue(model.isProven());
        assertEquals(-1.0, model.growth().power(), 1e-12);
        assertEquals(5.0, model.at(16), 1e-9);
        assertTrue(Double.isNaN(model.growth().error()));
        assertFalse(model(1, 80, 2, 40).isProven(), "two points prove nothing");
        assertFalse(model(1, 10.1, 2, 10, 4, 10.2, 8, 9.9).isProven());
    }

    @Test
    void whatCannotBeFittedIsAConstant() {
        assertEquals(new Growth(5.0, 0.0, 0.0, 0, Double.NaN), model(3, 5).growth());
        assertEquals(0.0, model(1, 0, 2, 0, 4, 0).growth().coefficient());
        assertEquals(0.0, model(1, 0, 2, 0, 4, 0, 8, 0, 16, 0).growth().coefficient());
        assertEquals(0.0, model(0, 1, 1, 2, 2, 3, 3, 4, 4, 5).growth().coefficient(), "a power of 0 threads is none");
        assertEquals(7.0, model(1, 7, 2, 7, 4, 7, 8, 7, 16, 7).at(1024), 1e-12);
    }
}
