package timemory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Checks whether elapsed time was sampled as often as requested. */
class WallRoundsTest {
    private static final long PERIOD = 10_000_000L;
    private static final Instant BEGIN = Instant.ofEpochSecond(1_000);

    private static WallRounds of(int threads, int samples, long distance) {
        WallRounds rounds = new WallRounds();
        for (int i = 0; i < samples; i++) {
            for (int thread = 0; thread < threads; thread++) rounds.add(thread, BEGIN.plusNanos(distance * i));
        }
        return rounds;
    }

    @Test
    void roundsThatComeInTimeAreNotMentioned() {
        assertNull(of(50, 100, PERIOD).shortfall(PERIOD));
        assertNull(of(50, 100, PERIOD * 5 / 4).shortfall(PERIOD));
    }

    @Test
    void roundsThatComeTooSeldomAreReportedWithHowSeldom() {
        assertEquals(
                "elapsed time of 50 threads was sampled 25.0 % as often as requested, and is too small by as much: request fewer samples per "
                        + "second (TIMEMORY_SAMPLING_FREQ)",
                of(50, 1_000, PERIOD * 4).shortfall(PERIOD));
    }

    @Test
    void aFewSamplesSayNothing() {
        assertNull(of(2, 10, PERIOD * 4).shortfall(PERIOD));
        assertNull(new WallRounds().shortfall(PERIOD));
    }
}
