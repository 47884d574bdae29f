package timemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle2;
import timemory.bundle.Measured2;
import timemory.bundle.Region;
import timemory.bundle.Region2;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.statistics.Statistics;

/** The toolkit as Java sees it: this file imports nothing of Kotlin. */
class JavaApiTest {

    private static final Bundle2<TripCount, Steps> TOOLS = Bundles.of(TripCount.class, Steps.class);

    /** A user's component in Java. */
    public static final class Steps extends LongDeltaComponent {
        public static final ComponentType<Steps> TYPE =
                new ComponentType<>("steps", "Steps taken", Quantity.COUNT, Steps::new);

        static long taken;

        @Override
        protected long read() {
            return taken;
        }
    }

    /** A user's component in Java with a custom value class. */
    public static final class Range extends ValueComponent<long[]> {
        public static final ValueComponentType<Range, long[]> TYPE =
                new ValueComponentType<>("range", "Steps from and to", Quantity.COUNT, Range::new) {
                    @Override
                    public List<String> getElements() {
                        return List.of("from", "to");
                    }

                    @Override
                    public long[] plus(long[] a, long[] b) {
                        return new long[] {a[0] + b[0], a[1] + b[1]};
                    }

                    @Override
                    public double[] numbers(long[] value) {
                        return new double[] {value[0], value[1]};
                    }
                };

        private long from;

        public Range() {
            super(TYPE);
        }

        @Override
        public void start() {
            from = Steps.taken;
        }

        @Override
        public void stop() {
            record(new long[] {from, Steps.taken});
        }
    }

    @BeforeEach
    void begin() {
        Steps.taken = 0;
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
    }

    @AfterEach
    void end() {
        Timemory.finalize();
    }

    private static long steps(String... path) {
        return Timemory.results().get("steps").find(path).getInclusive().getExactSum();
    }

    @Test
    void tryWithResourcesMeasures() {
        try (OpenRegion outer = TOOLS.open("outer")) {
            Steps.taken += 1;
            try (OpenRegion inner = TOOLS.open("inner")) {
                Steps.taken += 2;
            }
        }
        assertEquals(3, steps("outer"));
        assertEquals(2, steps("outer", "inner"));
    }

    @Test
    void lambdasOfEveryKindMeasureAndReturnTheirValue() throws Exception {
        Runnable runnable = () -> Steps.taken++;
        Supplier<String> supplier = () -> "supplied";
        Callable<String> callable = () -> "called";
        TOOLS.run("runnable", runnable);
        assertEquals("supplied", TOOLS.get("supplier", supplier));
        assertEquals("called", TOOLS.call("callable", callable));
        assertEquals(1, steps("runnable"));
        assertEquals(0, steps("callable"));
    }

    @Test
    void throwingFormsThrowJustWhatTheBodyThrows() {
        IOException thrown = assertThrows(IOException.class, () -> TOOLS.runThrowing("x", JavaApiTest::fail));
        assertEquals("broken", thrown.getMessage());
        int value = TOOLS.getThrowing("nothing thrown", () -> 5);
        assertEquals(5, value);
        assertEquals(1, Timemory.results().get("trip_count").find("x").getInclusive().getLaps());
    }

    private static void fail() throws IOException {
        throw new IOException("broken");
    }

    @Test
    void measuredGivesTypedResults() {
        Measured2<String, TripCount, Steps> lap = Bundles.measured(TOOLS, "x", () -> {
            Steps.taken += 7;
            return "value";
        });
        assertEquals("value", lap.getResult());
        assertEquals(7, lap.getSecond().getSum());
        assertEquals(1, lap.getFirst().getCount());
    }

    @Test
    void regionsAreStartedAndStoppedByHand() {
        Region2<TripCount, Steps> region = TOOLS.region("x");
        region.start();
        Steps.taken += 2;
        region.stop();
        assertEquals(2, region.getSecond().getSum());
        TOOLS.push("y");
        Steps.taken += 3;
        TOOLS.pop();
        assertEquals(3, steps("y"));
    }

    @Test
    void arraysAreMeasured() {
        Bundle1<Range> range = Bundles.of(Range.class);
        Steps.taken = 3;
        range.run("x", () -> Steps.taken += 4);
        Totals totals = Timemory.results().get("range").find("x").getInclusive();
        assertEquals(3.0, totals.getStatistics().get(0).getSum());
        assertEquals(7.0, totals.getStatistics().get(1).getSum());
    }

    @Test
    void scopesAndSwitchingOffWorkAsInKotlin() {
        Bundle1<Steps> flat = Bundles.of(Scope.FLAT, Steps.class);
        TOOLS.run("outer", () -> flat.run("flat", () -> Steps.taken++));
        assertEquals(1, steps("flat"));
        Timemory.setEnabled(false);
        TOOLS.run("unseen", () -> Steps.taken++);
        Timemory.setEnabled(true);
        assertEquals(2, Steps.taken);
        assertEquals(1, steps("outer"));
    }

    @Test
    void aComponentTwiceOrWithoutADescriptionIsRefused() {
        String twice = assertThrows(IllegalArgumentException.class, () -> Bundles.of(Steps.class, Steps.class)).getMessage();
        assertTrue(twice.contains("duplicate component steps"), twice);
        String without = assertThrows(IllegalArgumentException.class, () -> Bundles.of(Undescribed.class)).getMessage();
        assertTrue(without.contains("static final field of type ComponentType"), without);
    }

    private static final class Undescribed extends LongDeltaComponent {
        @Override
        protected long read() {
            return 0;
        }
    }

    /** The signatures that a Java caller sees in the classes it uses must not mention Kotlin types. */
    @Test
    void noKotlinTypesAreVisible() {
        List<String> leaks = new ArrayList<>();
        for (Class<?> type : List.of(
                Timemory.class, Bundles.class, Bundle.class, Bundle2.class, Region.class, Region2.class, Measured2.class,
                OpenRegion.class, Results.class, CallGraphNode.class, Totals.class, Statistics.class, SettingsBuilder.class)) {
            for (Method method : type.getDeclaredMethods()) {
                boolean visible = Modifier.isPublic(method.getModifiers()) && !method.isSynthetic();
                String name = method.getName();
                boolean isMangled = name.contains("$") || name.contains("-");
                if (visible && !isMangled && namesKotlin(method)) {
                    leaks.add(method.toString());
                }
            }
        }
        assertEquals(List.of(), leaks);
    }

    private static boolean namesKotlin(Method method) {
        return method.getReturnType().getName().startsWith("kotlin.")
                || Arrays.stream(method.getParameterTypes()).anyMatch(type -> type.getName().startsWith("kotlin."));
    }

    @Test
    void measuringAllocatesNothing() {
        Runnable body = () -> Steps.taken++;
        for (int i = 0; i < 20_000; i++) {
            round(body);
        }
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10_000; i++) {
            round(body);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // The two readings themselves may allocate a little; a region that did would allocate at least 160,000 bytes.
        assertTrue(allocated < 2_000, allocated + " bytes");
        assertFalse(steps("open") == 0);
    }

    private static void round(Runnable body) {
        try (OpenRegion region = TOOLS.open("open")) {
            body.run();
        }
        TOOLS.run("run", body);
        TOOLS.push("push");
        TOOLS.pop();
    }

    @Test
    void workThatGoesFromThreadToThreadIsMeasuredAsOneLap() throws Exception {
        Strand request = Strand.here();
        OpenRegion answering;
        try (Strand.Slice slice = request.resume()) {
            assertTrue(slice.isStarted());
            answering = TOOLS.open("answering", request);
            Steps.taken += 1;
        }
        Thread other = new Thread(() -> {
            try (Strand.Slice slice = request.resume()) {
                TOOLS.run("part", () -> Steps.taken += 2);
                answering.close();
            }
        });
        other.start();
        other.join();
        assertEquals(3, steps("answering"));
        assertEquals(2, steps("answering", "part"));
        assertEquals(1, Timemory.results().get("thread_changes").find("answering").getInclusive().getExactSum());
    }
}
