package timemory.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import timemory.Bundles;
import timemory.Timemory;
import timemory.TripCount;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** Micrometer observations are regions, however many threads they go through. */
class ObservationsTest {
    private static final Bundle2<WallClock, TripCount> TOOLS = Bundles.of(WallClock.class, TripCount.class);

    private final ObservationRegistry registry = ObservationRegistry.create();

    @BeforeEach
    void begin() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        registry.observationConfig()
                .observationHandler(new MeasuredObservations(Bundles.of("wall_clock"), Set.of("http.server.requests")));
    }

    @AfterEach
    void end() {
        if (Timemory.isInitialized()) Timemory.finalize();
    }

    private Observation observation(String name) {
        return Observation.createNotStarted(name, registry);
    }

    private static List<String> paths(Results results) {
        return RegionPaths.of(results, "wall_clock");
    }

    private static void on(Runnable work) throws InterruptedException {
        Thread thread = new Thread(work);
        thread.start();
        thread.join();
    }

    @Test
    void observationsAreRegionsAndWhatIsInsideHangsBelow() {
        TOOLS.run("main", () -> {
            for (int i = 0; i < 3; i++) {
                observation("order.load").observe(() -> {
                    TOOLS.run("parse", () -> {});
                    observation("db.query").observe(() -> TOOLS.run("read", () -> {}));
                });
            }
            TOOLS.run("after", () -> {});
        });
        assertEquals(List.of("main 1", "main > after 1", "main > order.load 3", "main > order.load > db.query 3",
                "main > order.load > db.query > read 3", "main > order.load > parse 3"), paths(Timemory.finalize()));
    }

    @Test
    void startAndStopMayBeOnDifferentThreads() throws Exception {
        Observation observation = observation("order.send").start();
        on(() -> {
            try (Observation.Scope scope = observation.openScope()) {
                TOOLS.run("pack", () -> {});
            }
        });
        on(observation::stop);
        Results results = Timemory.finalize();
        assertEquals(List.of(), results.getProblems());
        assertEquals(List.of("order.send 1", "order.send > pack 1"), paths(results));
        double whole = results.get("wall_clock").getRoots().get(0).getInclusive().getSum();
        double active = results.get("active_time").getRoots().get(0).getInclusive().getSum();
        assertTrue(active > 0 && active <= whole, active + " of " + whole);
    }

    @Test
    void severalThreadsMayBeInItAtOnce() throws Exception {
        Observation observation = observation("order.split").start();
        CountDownLatch bothAreIn = new CountDownLatch(2);
        Runnable part = () -> {
            try (Observation.Scope scope = observation.openScope(); Observation.Scope again = observation.openScope()) {
                bothAreIn.countDown();
                bothAreIn.await();
                TOOLS.run("part", () -> {});
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        };
        Thread one = new Thread(part);
        Thread other = new Thread(part);
        one.start();
        other.start();
        one.join();
        other.join();
        observation.stop();
        Results results = Timemory.finalize();
        assertEquals(List.of(), results.getProblems());
        assertEquals(List.of("order.split 1", "order.split > part 2"), paths(results));
    }

    @Test
    void scopesThatAreResetLeaveTheThreadWhereItWas() {
        Observation observation = observation("order.reset").start();
        observation.openScope();
        observation.openScope().reset();
        TOOLS.run("outside", () -> {});
        observation.stop();
        assertEquals(List.of("order.reset 1", "outside 1"), paths(Timemory.finalize()));
    }

    @Test
    void whatIsMeasuredOtherwiseIsLeftOut() {
        observation("http.server.requests").observe(() -> TOOLS.run("handle", () -> {}));
        assertEquals(List.of("handle 1"), paths(Timemory.finalize()));
    }

    @Test
    void theHandlerIsThereWhereMicrometerIs() {
        ApplicationContextRunner program =
                new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TimemoryAutoConfiguration.class));
        program.run(context -> assertTrue(context.containsBean("timemoryObservations")));
        program.withPropertyValues("timemory.observations.enabled=false")
                .run(context -> assertFalse(context.containsBean("timemoryObservations")));
        program.withClassLoader(new FilteredClassLoader(ObservationHandler.class))
                .run(context -> assertFalse(context.containsBean("timemoryObservations")));
    }
}
