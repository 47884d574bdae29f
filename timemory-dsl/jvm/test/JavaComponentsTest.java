package timemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle2;
import timemory.bundle.Profiler;
import timemory.bundle.UserBundle;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** Composites, trackers and components chosen at run time, written in Java. */
class JavaComponentsTest {

    private static long operations;
    private static long nanoseconds;

    /** Counts operations as a hardware counter would. */
    public static final class Operations extends LongDeltaComponent {
        public static final ComponentType<Operations> TYPE =
                new ComponentType<>("java_operations", "Operations", Quantity.COUNT, Operations::new);

        @Override
        protected long read() {
            return operations;
        }
    }

    /** A clock that the test moves. */
    public static final class Clock extends LongDeltaComponent {
        public static final ComponentType<Clock> TYPE = new ComponentType<>("java_clock", "Time", Quantity.TIME, Clock::new);

        @Override
        protected long read() {
            return nanoseconds;
        }
    }

    /** The documentation's composite. */
    public static final class OperationRate extends RatioComponent {
        public static final RatioType<OperationRate> TYPE =
                new RatioType<>("java_flop_rate", "Operations per time", new Quantity("rate", "GFLOP/s"), OperationRate::new);

        public OperationRate() {
            super(new Operations(), new Clock());
        }
    }

    public static final class Iterations extends LongTracker {
        public static final ComponentType<Iterations> TYPE =
                new ComponentType<>("java_iterations", "Iterations", Quantity.COUNT, Iterations::new);
    }

    public static final class Residual extends DoubleTracker {
        public static final ComponentType<Residual> TYPE =
                new ComponentType<>("java_residual", "Residual", Quantity.COUNT, Residual::new);
    }

    private static Results session(Runnable program) {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        settings.components("JAVA_SOLVER", "trip_count");
        Timemory.init(settings);
        try {
            program.run();
        } catch (Throwable failure) {
            Timemory.finalize();
            throw failure;
        }
        return Timemory.finalize();
    }

    private static double sum(Results results, String id, String... path) {
        return results.get(id).find(path).getInclusive().getSum();
    }

    @Test
    void aRateIsMadeOfTwoComponents() {
        Bundle1<OperationRate> rate = Bundles.of(OperationRate.class);
        Results results = session(() -> {
            for (int lap = 1; lap <= 3; lap++) {
                int time = lap;
                rate.run("x", () -> {
                    operations += 12;
                    nanoseconds += time;
                });
            }
        });
        assertEquals(6.0, sum(results, "java_flop_rate", "x"));
    }

    @Test
    void dataOfTheProgramIsStoredInTheOpenRegion() {
        Bundle2<Iterations, Residual> tools = Bundles.of(Iterations.class, Residual.class);
        Results results = session(() -> tools.run("solve", () -> {
            for (int i = 0; i < 4; i++) {
                Trackers.store(Iterations.class, 1, Long::sum);
            }
            Trackers.store(Residual.class, 0.5);
            Trackers.markBegin(Residual.class, 1.0);
            Trackers.markEnd(Residual.class, 1.25);
            Trackers.addSecondary(Iterations.class, "warm", 3);
        }));
        assertEquals(4.0, sum(results, "java_iterations", "solve"));
        assertEquals(3.0, sum(results, "java_iterations", "solve", "warm"));
        assertEquals(0.75, sum(results, "java_residual", "solve"));
    }

    private record Track(boolean isElectron, String volume, double energy) {}

    @Test
    void theProfilerOfThePaper() {
        Profiler<Track> tracks = Bundles.profiler("JAVA_TRACK");
        tracks.configure(TripCount.TYPE);
        tracks.query(Track::isElectron);
        tracks.labeler(Track::volume);
        tracks.tweak((components, track) -> {
            if (track.energy() < 100) {
                components.insert(Clock.TYPE);
            }
        });
        Results results = session(() -> {
            for (Track track : List.of(new Track(false, "lead", 1), new Track(true, "lead", 500), new Track(true, "water", 50))) {
                try (OpenRegion region = tracks.open(track)) {
                    nanoseconds += 5;
                }
            }
        });
        assertEquals(1.0, sum(results, "trip_count", "lead"));
        assertEquals(5.0, sum(results, "java_clock", "water"));
        assertNull(results.get("java_clock").find("lead"));
    }

    @Test
    void componentsAreChosenByTheUser() {
        UserBundle solver = Bundles.user("java_solver");
        Results results = session(() -> {
            solver.run("step", () -> {});
            Timemory.pushComponents(Clock.TYPE);
            Timemory.pushRegion("pushed");
            nanoseconds += 7;
            Timemory.popRegion("pushed");
            Timemory.popComponents();
        });
        assertEquals(1.0, sum(results, "trip_count", "step"));
        assertEquals(7.0, sum(results, "java_clock", "pushed"));
    }

    private static Iterations iterations(long... values) {
        Iterations iterations = new Iterations();
        for (long value : values) {
            iterations.start();
            iterations.store(value);
            iterations.stop();
        }
        return iterations;
    }

    @Test
    void componentsHaveArithmetic() {
        Iterations both = Arithmetic.plus(iterations(3, 5), iterations(10));
        assertEquals(18, both.getSum());
        assertEquals(3, both.getLaps());
        assertEquals(8, Arithmetic.minus(both, iterations(10)).getSum());
        assertEquals(36, Arithmetic.times(both, 2).getSum());
        assertEquals(9, Arithmetic.div(both, 2L).getSum());
        Arithmetic.add(both, iterations(2));
        Arithmetic.subtract(both, iterations(5));
        Arithmetic.multiply(both, 4);
        Arithmetic.divide(both, 3);
        assertEquals(20, both.getSum());
    }

    @Test
    void aBuilderHasPrecisionAndWidth() {
        ComponentType<?> type = new ComponentBuilder("java_precise", "Precise").precision(5).width(12).doubleSample(() -> 0.5).build();
        assertEquals(5, type.getPrecision());
        assertEquals(12, type.getWidth());
        assertNull(Iterations.TYPE.getPrecision());
    }
}
