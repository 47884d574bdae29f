package timemory.agent.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.RuntimeBundle;
import timemory.Timemory;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

class HotFunctionsTest {
    private static final RuntimeBundle TOOLS = Bundles.of("wall_clock");

    /** The columns of the line of {@code function}: % SELF, SELF, TOTAL, COUNT. */
    private static double[] line(Results results, String function) {
        StringBuilder text = new StringBuilder();
        HotFunctions.append(text, results, 10, label -> "");
        String line = text.toString().lines().filter(each -> each.endsWith("  " + function)).findFirst().orElseThrow();
        String[] words = line.strip().split(" +");
        double[] numbers = new double[4];
        for (int i = 0; i < 4; i++) numbers[i] = Double.parseDouble(words[i].replace(",", ""));
        return numbers;
    }

    @Test
    void whatRanBesideAFunctionOfItsNameIsPartOfItsTotal() throws Exception {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        CountDownLatch bothRun = new CountDownLatch(1);
        try (OpenRegion run = TOOLS.open("run")) {
            Thread other = new Thread(() -> {
                try (OpenRegion beside = TOOLS.open("run"); OpenRegion inside = TOOLS.open("run")) {
                    bothRun.await();
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
            });
            other.start();
            bothRun.countDown();
            other.join();
        }
        double[] run = line(Timemory.finalize(), "run");
        assertTrue(run[1] <= run[2], "SELF " + run[1] + ", TOTAL " + run[2]);
        assertEquals(run[2], run[1], 1e-5, "all of it is its own");
        assertEquals(3, run[3]);
    }
}
