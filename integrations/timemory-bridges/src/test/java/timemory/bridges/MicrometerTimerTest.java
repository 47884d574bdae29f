package timemory.bridges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.bundle.Region;
import timemory.results.Results;

/** Timers in a Micrometer registry, with its test clock. */
class MicrometerTimerTest {

    private static final Bundle1<MicrometerTimer> TIMERS = Bundles.of(MicrometerTimer.class);

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

    @BeforeEach
    void use() {
        MicrometerTimer.use(registry);
    }

    @AfterEach
    void reset() {
        MicrometerTimer.use(null);
        MicrometerTimer.setMaxLabels(1000);
    }

    private void lap(String label, long nanoseconds) {
        TIMERS.run(label, () -> clock.add(Duration.ofNanos(nanoseconds)));
    }

    private void assertTimer(String label, long count, double nanoseconds) {
        Timer timer = registry.get("timemory.region").tag("region", label).timer();
        assertEquals(count, timer.count(), label);
        assertEquals(nanoseconds, timer.totalTime(TimeUnit.NANOSECONDS), 1e-6, label);
    }

    @Test
    void lapsAreCountedAndAddedUpByLabelWhereverTheyAre() throws Exception {
        Results results = Sessions.measure(() -> {
            lap("a", 100);
            lap("a", 250);
            TIMERS.run("b", () -> {
                clock.add(Duration.ofNanos(10));
                lap("a", 7);
            });
            Thread thread = new Thread(() -> lap("a", 1000));
            thread.start();
            thread.join();
        });
        assertTimer("a", 4, 1357);
        assertTimer("b", 1, 17);
        assertEquals(1000, registry.get("timemory.region").tag("region", "a").timer().max(TimeUnit.NANOSECONDS));
        assertNull(results.get(MicrometerTimer.TYPE));
        assertEquals(List.of(), results.getProblems());
    }

    @Test
    void anOpenLapIsNeitherCountedNorTimed() throws Exception {
        Sessions.measure(() -> {
            lap("open", 5);
            TIMERS.run("open", () -> {
                clock.add(Duration.ofNanos(100));
                assertTimer("open", 1, 5);
            });
        });
        assertTimer("open", 2, 105);
    }

    @Test
    void anExceptionEndsTheLap() throws Exception {
        Sessions.measure(() -> assertThrows(IllegalStateException.class, () -> TIMERS.run("thrown", () -> {
            clock.add(Duration.ofNanos(5));
            throw new IllegalStateException();
        })));
        assertTimer("thrown", 1, 5);
    }

    @Test
    void lapsOfOneRegionThatOverlapAreTimedEach() throws Exception {
        Sessions.measure(() -> {
            Region first = TIMERS.region("x");
            Region second = TIMERS.region("x");
            first.start();
            clock.add(Duration.ofNanos(1));
            second.start();
            clock.add(Duration.ofNanos(2));
            first.stop();
            clock.add(Duration.ofNanos(4));
            second.stop();
        });
        assertTimer("x", 2, 3 + 6);
    }

    @Test
    void labelsOverTheLimitAreRecordedTogetherAndSaidSoOnce() throws Exception {
        MicrometerTimer.setMaxLabels(3);
        Results results = Sessions.measure(() -> {
            for (int i = 0; i < 10; i++) {
                lap("label " + i, 1);
                lap("label " + i, 1);
            }
            lap("label 0", 1);
        });
        assertTimer("label 0", 3, 3);
        assertTimer("label 2", 2, 2);
        assertTimer("other", 14, 14);
        assertEquals(4, registry.find("timemory.region").timers().size());
        assertEquals(1, results.getProblems().size());
    }

    @Test
    void withoutALimitTold1000LabelsAreKeptApart() throws Exception {
        Sessions.measure(() -> {
            for (int i = 0; i < 2000; i++) {
                lap("label " + i, 1);
            }
        });
        assertEquals(1001, registry.find("timemory.region").timers().size());
        assertTimer("other", 1000, 1000);
    }

    @Test
    void aNegativeLimitIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> MicrometerTimer.setMaxLabels(-1));
    }

    @Test
    void withoutARegistryGivenTheGlobalOnePassesThemOn() throws Exception {
        MicrometerTimer.use(null);
        SimpleMeterRegistry added = new SimpleMeterRegistry();
        Metrics.addRegistry(added);
        try {
            Sessions.measure(() -> TIMERS.run("global", () -> {}));
            assertEquals(1, added.get("timemory.region").tag("region", "global").timer().count());
        } finally {
            Metrics.removeRegistry(added);
        }
    }

    @Test
    void aRegistryGivenLaterGetsTheLapsThatBeginThen() throws Exception {
        SimpleMeterRegistry later = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
        Sessions.measure(() -> {
            lap("x", 1);
            TIMERS.run("y", () -> MicrometerTimer.use(later));
            lap("x", 1);
        });
        assertTimer("x", 1, 1);
        assertTimer("y", 1, 0);
        assertEquals(1, later.get("timemory.region").tag("region", "x").timer().count());
    }

    @Test
    void labelsOfAnyCharactersAreTags() throws Exception {
        List<String> hostile = List.of("", "\"\n\\", "größer 😀", "x".repeat(10_000));
        Sessions.measure(() -> hostile.forEach(label -> lap(label, 1)));
        hostile.forEach(label -> assertTimer(label, 1, 1));
    }
}
