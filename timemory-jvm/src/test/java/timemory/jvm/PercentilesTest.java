package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

class PercentilesTest {

    /** A clock that the test sets. */
    public static final class Clock extends LongDeltaComponent {
        public static final ComponentType<Clock> TYPE = new ComponentType<>("percentile_clock", "Time", Quantity.TIME, Clock::new);

        static long now;

        @Override
        protected long read() {
            return now;
        }
    }

    /** A value that can decrease, unlike a time. */
    public static final class Level extends LongDeltaComponent {
        public static final ComponentType<Level> TYPE = new ComponentType<>("percentile_level", "Level", Quantity.MEMORY, Level::new);

        @Override
        protected long read() {
            return Clock.now;
        }
    }

    private static final Bundle1<Clock> CLOCK = Bundles.of(Clock.class);
    private static final Bundle1<Level> LEVEL = Bundles.of(Level.class);

    private static SettingsBuilder settings(String percentiles) {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        settings.setPercentiles(percentiles);
        return settings;
    }

    private static Results measure(SettingsBuilder settings, Runnable program) {
        Timemory.init(settings);
        program.run();
        return Timemory.finalize();
    }

    private static void lap(long nanoseconds) {
        CLOCK.run("x", () -> Clock.now += nanoseconds);
    }

    @Test
    void percentilesAreThoseOfTheSortedLaps() {
        long[] laps = new Random(7).longs(10_000, 1, 5_000_000).toArray();
        Results results = measure(settings("1, 50 99.9"), () -> Arrays.stream(laps).forEach(PercentilesTest::lap));
        Arrays.sort(laps);
        var totals = results.get("percentile_clock").find("x").getInclusive();
        for (double percentile : new double[] {1, 50, 90, 99.9, 100}) {
            long expected = laps[(int) Math.ceil(percentile / 100 * laps.length) - 1];
            assertEquals(expected, totals.percentile(percentile), 0.001 * expected);
        }
        assertEquals(laps[laps.length - 1], totals.percentile(100));
    }

    @Test
    void threadsAreAddedUp() throws InterruptedException {
        Results results = measure(settings("50"), () -> {
            lap(10);
            Thread thread = new Thread(() -> {
                lap(30);
                lap(50);
            });
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        });
        assertEquals(30.0, results.get("percentile_clock").find("x").getInclusive().percentile(50));
    }

    @Test
    void withoutTheSettingThereAreNone() {
        Results results = measure(settings(""), () -> lap(10));
        assertNull(results.get("percentile_clock").find("x").getInclusive().percentile(50));
    }

    @Test
    void negativeLapsHaveNone() {
        Results results = measure(settings("50"), () -> {
            LEVEL.run("x", () -> Clock.now += 10);
            LEVEL.run("x", () -> Clock.now -= 10);
        });
        assertNull(results.get("percentile_level").find("x").getInclusive().percentile(50));
    }

    @Test
    void theyStandInTablesAndFiles(@TempDir Path folder) throws IOException {
        SettingsBuilder settings = settings("50,99.9");
        settings.setFileOutput(true);
        settings.setJsonOutput(true);
        settings.setOutputPath(folder.toString());
        settings.setTimingUnits("nsec");
        measure(settings, () -> List.of(100L, 200L, 300L).forEach(PercentilesTest::lap));
        String table = Files.readString(folder.resolve("percentile_clock.txt"));
        assertTrue(table.contains("|    P50 |   P99.9 |") || table.matches("(?s).*P50 +\\| +P99\\.9.*"), table);
        assertTrue(table.lines().anyMatch(line -> line.contains(">>> x") && line.matches(".*200\\.000 \\| +300\\.000 .*")), table);
        String json = Files.readString(folder.resolve("percentile_clock.json"));
        assertTrue(json.contains("\"percentiles\":{\"50\":0.0000002,\"99.9\":0.0000003}"), json);
    }

    @Test
    void whatIsNoPercentileIsRefused() {
        for (String wrong : List.of("0", "101", "fifty")) {
            try {
                settings(wrong);
            } catch (IllegalArgumentException failure) {
                assertTrue(failure.getMessage().contains("TIMEMORY_PERCENTILES"), failure.getMessage());
                continue;
            }
            throw new AssertionError(wrong + " was accepted");
        }
    }
}
