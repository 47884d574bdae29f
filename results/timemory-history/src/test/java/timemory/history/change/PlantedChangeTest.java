package timemory.history.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Many regions in sixty runs, each with two percent noise; one of them becomes five percent slower at a known run. */
class PlantedChangeTest {
    private static final int RUNS = 60;
    private static final int AT = 30;

    private static double[] series(Random random, double slowdown) {
        double[] series = new double[RUNS];
        for (int i = 0; i < RUNS; i++) series[i] = 1e6 * (i < AT ? 1.0 : 1.0 + slowdown) * (1.0 + 0.02 * random.nextGaussian());
        return series;
    }

    /** Returns the significant changes over all regions, each as "region index". */
    private static List<String> believed(long seed, int regionCount, boolean isPlanted, List<ChangePoint> planted) {
        Random random = new Random(seed);
        List<ChangePoint> points = new ArrayList<>();
        List<Integer> regions = new ArrayList<>();
        for (int region = 0; region < regionCount; region++) {
            double[] series = series(random, isPlanted && region == 7 ? 0.05 : 0.0);
            for (ChangePoint point : ChangePoints.of(series, ChangePoints.Criteria.USUAL)) {
                points.add(point);
                regions.add(region);
            }
        }
        double[] pValues = points.stream().mapToDouble(ChangePoint::pValue).toArray();
        boolean[] believed = FalseDiscovery.believed(pValues, Math.max(regionCount, pValues.length), 0.05);
        List<String> found = new ArrayList<>();
        for (int i = 0; i < believed.length; i++) {
            if (!believed[i]) continue;
            found.add(String.valueOf(regions.get(i)));
            if (regions.get(i) == 7) planted.add(points.get(i));
        }
        return found;
    }

    @Test
    void aSlowdownOfFivePercentIsFoundAtItsRunAndNothingElse() {
        int found = 0;
        int inRange = 0;
        int falsely = 0;
        int sets = 100;
        for (int seed = 0; seed < sets; seed++) {
            List<ChangePoint> planted = new ArrayList<>();
            List<String> believed = believed(seed, 20, true, planted);
            if (believed.contains("7")) found++;
            if (believed.stream().anyMatch(region -> !region.equals("7"))) falsely++;
            if (planted.stream().anyMatch(point -> point.earliest() <= AT && AT <= point.latest())) inRange++;
        }
        String what = found + " of " + sets + ", " + inRange + " of them in their range, " + falsely + " with others";
        assertTrue(found >= 85, what);
        assertTrue(inRange >= 0.93 * found, what);
        assertTrue(falsely <= 8, what);
    }

    @Test
    void whereNothingChangedNothingIsFoundInNinetyFiveOfAHundredSets() {
        for (int regionCount : List.of(1, 20, 100)) {
            int falsely = 0;
            int sets = regionCount == 100 ? 200 : 1000;
            for (int seed = 0; seed < sets; seed++) if (!believed(seed, regionCount, false, new ArrayList<>()).isEmpty()) falsely++;
            assertTrue(falsely <= sets / 20, falsely + " of " + sets + " sets of " + regionCount);
        }
    }

    @Test
    void aSeriesThatNeverChangesOrIsTooShortHasNone() {
        assertEquals(List.of(), ChangePoints.of(new double[0], ChangePoints.Criteria.USUAL));
        assertEquals(List.of(), ChangePoints.of(new double[] {1.0}, ChangePoints.Criteria.USUAL));
        assertEquals(List.of(), ChangePoints.of(new double[] {1.0, 2.0}, ChangePoints.Criteria.USUAL));
        double[] same = new double[100];
        assertEquals(List.of(), ChangePoints.of(same, ChangePoints.Criteria.USUAL));
    }
}
