package timemory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** Reports of samples that the Flight Recorder lost. */
class LostSamplesTest {
    @Test
    void aFewSayNothing() {
        assertNull(LostSamples.sentence(0, 0));
        assertNull(LostSamples.sentence(10, 990));
    }

    @Test
    void manyAreReportedWithHowMany() {
        assertEquals(
                "the Flight Recorder lost 866 of 930 samples, and the CPU time shown is too small by as much: it samples a thread at its "
                        + "next safepoint and buffers few samples until then; async-profiler, if on the class path, does without",
                LostSamples.sentence(866, 64));
        assertEquals("the Flight Recorder lost 11 of 1000 samples", LostSamples.sentence(11, 989).substring(0, 43));
    }
}
