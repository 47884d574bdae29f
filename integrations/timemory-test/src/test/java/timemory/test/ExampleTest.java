package timemory.test;

import static timemory.test.Budgets.assertRatio;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.settings.SettingsBuilder;
import timemory.WallClock;
import timemory.jvm.ThreadAllocatedBytes;

/** The examples in the docs, with the code that they test. */
@MeasuredBy(value = {WallClock.class, ThreadAllocatedBytes.class}, settings = ExampleTest.Quiet.class)
class ExampleTest {

    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    static class Quiet implements SessionSettings {
        @Override
        public void assign(SettingsBuilder settings) {
            settings.setCoutOutput(false);
            settings.setFileOutput(false);
        }
    }

    private static final String ITEM = "item";
    private static final String TEXT = IntStream.range(0, 20_000).mapToObj(Integer::toString).collect(Collectors.joining(","));

    private final ArrayDeque<String> ring = new ArrayDeque<>();
    private final Map<String, List<Integer>> cache = new HashMap<>();
    private Object kept;

    private static List<Integer> parse(String text) {
        return Stream.of(text.split(",")).map(Integer::valueOf).toList();
    }

    private List<Integer> parsed(String text) {
        return cache.computeIfAbsent(text, key -> {
            try (OpenRegion region = TOOLS.open("parse")) {
                return parse(key);
            }
        });
    }

    @Test
    @AllocationBudget(bytes = 0)
    void offersAndPollsWithoutGarbage() {
        ring.offer(ITEM);
        ring.poll();
    }

    @Test
    @LapsBudget(label = "parse", atMost = 1)
    void parsesOnce() {
        parsed(TEXT);
        parsed(TEXT);
    }

    @Test
    void theCacheIsWorthIt() {
        assertRatio(() -> kept = parsed(TEXT), () -> kept = parse(TEXT)).isAtMost(0.1);
    }
}
