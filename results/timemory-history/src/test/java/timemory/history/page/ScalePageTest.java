package timemory.history.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import timemory.history.scale.Growth;
import timemory.history.store.Region;
import timemory.history.store.RunFacts;

class ScalePageTest {
    private static Scaling scaling(int number, String label, String machine, double... means) {
        List<Scaling.Step> steps = new ArrayList<>();
        for (int i = 0; i < means.length; i++) steps.add(new Scaling.Step(1 << i, new double[] {means[i] * 0.75, means[i] * 1.25}));
        RunFacts common = new RunFacts(Instant.EPOCH, "", "main", machine, "p", Map.of());
        return new Scaling(new Region(number, "wall_clock", "nsec", List.of("main", label)), common, "total of wall_clock", "nsec", steps);
    }

    @Test
    void eachMachineIsALineOfTheSamePicture() throws Exception {
        String page = ScalePage.of("Scaling by threads", "threads", Scaling.Ideal.STRONG,
                List.of(scaling(1, "solve", "m", 8e6, 4e6, 2e6, 1e6, 5e5), scaling(2, "write", "m", 3e6, 3e6),
                        scaling(1, "solve", "n", 9e6, 5e6, 3e6)));
        List<Document> pictures = TrendPageTest.pictures(page);
        assertEquals(2, pictures.size(), "of solve and of write");
        assertEquals((5 + 3) * 3, pictures.get(0).getElementsByTagName("circle").getLength(), "two runs and an efficiency a step");
        assertEquals(2 * 4, pictures.get(0).getElementsByTagName("polyline").getLength(), "means, ideal, model and efficiencies");
        assertTrue(page.contains("1: p on m: 8.00 ms * threads^-1 (error 0.0 %); efficiency at 16: 100 %"), page);
        assertTrue(page.contains("<p>p on m: 3.00 ms; efficiency at 2: 50 %</p>"), page);
        assertFalse(page.contains("NaN") || page.contains("Infinity"), page);
    }

    @Test
    void ticksAreRoundValuesAndTheAxesAreDescribed() throws Exception {
        String page = ScalePage.of("Scaling by threads", "threads", Scaling.Ideal.STRONG,
                List.of(scaling(1, "solve", "m", 8.3e6, 4.4e6, 2.3e6)));
        assertTrue(page.contains("vertical axis logarithmic, horizontal axis logarithmic"), page);
        assertTrue(page.contains("vertical axis linear from 0, horizontal axis logarithmic"), page);
        for (String tick : List.of("1 ms", "2 ms", "5 ms", "10 ms", "20 ms", "0", "20 %", "100 %")) {
            assertTrue(page.contains("text-anchor=\"end\">" + tick + "</text>"), tick + " in " + page);
        }
    }

    @Test
    void aSizeHasNoIdeal() throws Exception {
        String page = ScalePage.of("Scaling by size", "size", Scaling.Ideal.NONE, List.of(scaling(1, "solve", "m", 1, 4, 16, 64, 256)));
        assertTrue(page.contains("<p>p on m: 1.00 ns * size^2 (error 0.0 %)</p>"), page);
        assertEquals(2, TrendPageTest.pictures(page).get(0).getElementsByTagName("polyline").getLength(), "means and model");
        assertFalse(page.contains("fficien") || page.contains("NaN"), page);
    }

    @Test
    void nothingAndLabelsOfAnybodyAreShown() throws Exception {
        String hostile = "</h2><script>\u202E";
        String page = ScalePage.of("Scaling by " + hostile, hostile, Scaling.Ideal.WEAK,
                List.of(scaling(1, hostile, hostile, 0.0, 0.0, 0.0), scaling(2, "one", "m", 4.0)));
        assertFalse(page.contains("<script") || page.contains("\u202E"), page);
        assertFalse(page.contains("\"NaN") || page.contains(" NaN,") || page.contains("Infinity"), page);
        assertEquals(2, TrendPageTest.pictures(page).size());
    }

    @Test
    void formulasAreWrittenAsPeopleDo() {
        assertEquals("3.00 ms + 42.0 us * size^(3/2) * log2(size)", Formula.of(new Growth(3e6, 42e3, 1.5, 1, 0), "size", "nsec"));
        assertEquals("1.00 kB - 7.00 B * n", Formula.of(new Growth(1000, -7, 1, 0, 0), "n", "B"));
        assertEquals("-5 * log2(n)^2", Formula.of(new Growth(0, -5, 0, 2, 0), "n", ""));
        assertEquals("2 * n^-0.74", Formula.of(new Growth(0, 2, -0.7423, 0, 0), "n", ""));
        assertEquals("9.00 s", Formula.of(new Growth(9e9, 0, 0, 0, 0), "n", "nsec"));
    }
}
