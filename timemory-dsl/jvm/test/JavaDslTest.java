package timemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle2;
import timemory.bundle.Measured2;
import timemory.bundle.RuntimeBundle;
import timemory.results.CallGraph;
import timemory.results.Results;

/** The builders of the DSL, as Java writes them. */
class JavaDslTest {

    private static long depth;

    private static final ComponentType<?> DEPTH = new ComponentBuilder("java_depth", "Jobs waiting").sample(() -> depth).build();

    private static final Bundle2<WallClock, TripCount> TOOLS =
            Bundles.of(WallClock.class, TripCount.class, builder -> builder.add(DEPTH).percentiles(50, 99.9));

    private record Range(long low, long high) {}

    private static Results session(Runnable program, SessionBuilder session) {
        session.setCoutOutput(false);
        session.setFileOutput(false);
        Timemory.init(session);
        program.run();
        return Timemory.finalize();
    }

    private static double sum(Results results, String id, String label) {
        return results.get(id).find(label).getInclusive().getSum();
    }

    @Test
    void aBundleHasWhatItsBuilderAdds() {
        Results results = session(() -> {
            depth = 5;
            Measured2<String, WallClock, TripCount> lap = Bundles.measured(TOOLS, "x", () -> "value");
            assertEquals("value", lap.getResult());
            assertEquals(1, lap.getSecond().getLaps());
        }, new SessionBuilder());
        assertEquals(5.0, sum(results, "java_depth", "x"));
        CallGraph graph = results.get(WallClock.TYPE);
        assertEquals(List.of(50.0, 99.9), List.copyOf(graph.getPercentiles()));
    }

    @Test
    void componentsOfManyKindsAreDefinedByLambdas() {
        ComponentType<?> range = new ComponentBuilder("java_range", "Lowest and highest depth")
                .label("range")
                .<Range>values(values -> values
                        .lap(() -> depth, begin -> new Range(Math.min(begin, depth), Math.max(begin, depth)))
                        .merge((a, b) -> new Range(Math.min(a.low(), b.low()), Math.max(a.high(), b.high())))
                        .numbers(List.of("low", "high"), value -> new double[] {value.low(), value.high()}))
                .build();
        ComponentType<?> perLap = new ComponentBuilder("java_per_lap", "Depth for each lap", new Quantity("rate", "1"))
                .ratio(DEPTH, TripCount.TYPE)
                .build();
        RuntimeBundle tools = Bundles.of(builder -> builder.add(range, perLap).optional(TripCount.TYPE));
        Results results = session(() -> {
            depth = 7;
            tools.run("x", () -> depth = 3);
        }, new SessionBuilder());
        assertEquals("Range[low=3, high=7]", results.get("java_range").find("x").getInclusive().display());
        assertEquals(3.0, sum(results, "java_per_lap", "x"));
    }

    @Test
    void aSessionHasActionsAndComponents() {
        List<String> heard = new ArrayList<>();
        SessionBuilder session = new SessionBuilder();
        session.setTimingUnits("msec");
        session.components(DEPTH);
        session.onSessionStart(settings -> heard.add("start " + settings.getTimingUnits()));
        session.onThreadStart(() -> heard.add("thread"));
        session.onSessionEnd(results -> heard.add("end " + results.getGraphs().size()));
        Results results = session(() -> {
            Timemory.pushRegion("x");
            depth = 11;
            Timemory.popRegion("x");
        }, session);
        assertEquals(List.of("start msec", "thread", "end 1"), heard);
        assertEquals(11.0, sum(results, "java_depth", "x"));
    }

    @Test
    void mistakesAreFoundWhereTheyAreMade() {
        assertThrows(IllegalArgumentException.class, () -> Bundles.of(WallClock.class, builder -> builder.add(WallClock.TYPE)));
        assertThrows(IllegalArgumentException.class, () -> new ComponentBuilder("java_nothing", "Nothing").build());
        assertThrows(IllegalArgumentException.class, () -> Bundles.of(builder -> {}));
    }

    @Test
    void arraysOfTheProgramAreCopied() {
        String[] names = {"java_one", "java_two"};
        ComponentType<?>[] parts = {TripCount.TYPE, TripCount.TYPE};
        ComponentType<?> type = new ComponentBuilder("java_sum", "Two for each lap").aliases(names).sum(parts).build();
        names[0] = "changed";
        parts[0] = WallClock.TYPE;
        assertEquals(List.of("java_one", "java_two"), type.getAliases());
        Results results = session(() -> Bundles.of(List.of(type)).run("x", () -> {}), new SessionBuilder());
        assertEquals(2.0, sum(results, "java_sum", "x"));
    }
}
