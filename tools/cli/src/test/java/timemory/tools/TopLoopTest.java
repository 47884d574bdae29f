package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.export.data.ResultsBuilder;
import timemory.results.Results;

/** When {@code timemory top} asks, by a clock that only the test moves. */
@Tag("java17")
class TopLoopTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** A process whose answers take {@code cost} nanoseconds. */
    private static final class Asked implements TopLoop.Source {
        private long now;
        private long cost = 1_000_000;
        private long before = -1;
        private final List<Duration> pauses = new ArrayList<>();

        @Override
        public SocketResponse part() {
            now += cost;
            Map<String, String> fields = before < 0 ? Map.of("to", "" + now) : Map.of("from", "" + before, "to", "" + now);
            before = now;
            return new SocketResponse(fields, new byte[0]);
        }

        @Override
        public Results results(SocketResponse reply) {
            return new ResultsBuilder().build();
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleep(Duration time) {
            pauses.add(time);
            now += time.toNanos();
        }
    }

    private final Asked asked = new Asked();
    private final TopLoop loop = new TopLoop(asked, SECOND);

    @Test
    void theFirstIntervalIsAsShortAsWantedAndTheOthersAreWhole() throws Exception {
        assertEquals(0.501, loop.next(Duration.ofMillis(500)).seconds(), 1e-9);
        assertEquals(1.001, loop.next(Duration.ofMillis(500)).seconds(), 1e-9);
    }

    @Test
    void answersThatTakeLongAreAskedForLessOften() throws Exception {
        loop.next(SECOND);
        asked.cost = 50_000_000;
        loop.next(SECOND);
        loop.next(SECOND);
        assertEquals(List.of(SECOND, SECOND, Duration.ofSeconds(10)), asked.pauses);
    }

    @Test
    void whereASessionBeganMeanwhileTheNextIntervalIsWaitedFor() throws Exception {
        loop.next(SECOND);
        asked.before = -1;
        assertEquals(1.001, loop.next(SECOND).seconds(), 1e-9);
        assertEquals(List.of(SECOND, SECOND, SECOND), asked.pauses);
    }
}
