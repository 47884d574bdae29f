package readme;

import org.junit.jupiter.api.Test;
import timemory.*;
import timemory.jvm.ThreadAllocatedBytes;
import timemory.test.*;
import java.util.ArrayDeque;
import static timemory.test.Budgets.assertRatio;

/** What the docs show, compiled only: ExampleTest runs it. */
abstract class CacheInReadme {

    private static final String ITEM = "item";
    private static final String TEXT = "1,2,3";
    private static final ArrayDeque<String> ring = new ArrayDeque<>();
    private static Object kept;

    private static String parse(String text) {
        return text;
    }

    private static String parsed(String text) {
        return text;
    }

    private abstract static class Kept {
        abstract static @MeasuredBy({WallClock.class, ThreadAllocatedBytes.class})      // each test is a region, its values are report entries
        class CacheTest {
            @Test
            @AllocationBudget(bytes = 0)                                // the body runs some 60,000 times
            void offersAndPollsWithoutGarbage() { ring.offer(ITEM); ring.poll(); }

            @Test
            @LapsBudget(label = "parse", atMost = 1)
            void parsesOnce() { parsed(TEXT); parsed(TEXT); }

            @Test
            void theCacheIsWorthIt() { assertRatio(() -> kept = parsed(TEXT), () -> kept = parse(TEXT)).isAtMost(0.1); }
        }
    }
}
