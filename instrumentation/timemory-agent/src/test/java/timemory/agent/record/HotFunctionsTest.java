package timemory.agent.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.RuntimeBundle;
import timemory.Timemory;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

class HotFunctionsTest {
    private static final RuntimeBundle TOOLS = Bundles.of("wall_clock");

    /** The columns of the line of {@code function}: self, its share, total, calls. */
    private static String[] line(Results results, String function) {
        StringBuilder text = new StringBuilder();
        HotFunctions.append(text, results, 10, label -> "");
        String line = text.toString().lines().filter(each -> each.endsWith("  " + function)).findFirst().orElseThrow();
        Matcher columns = Pattern.compile(" *(\\S+ \\S+) +(\\S+ %) +(\\S+ \\S+) +(\\S+)  .*").matcher(line);
        assertTrue(columns.matches(), line);
        return new String[] {columns.group(1), columns.group(2), columns.group(3), columns.group(4)};
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
        String[] run = line(Timemory.finalize(), "run");
        assertEquals(run[2], run[0], "all of it is its own");
        assertEquals("100.0 %", run[1]);
        assertEquals("3", run[3]);
    }
}
