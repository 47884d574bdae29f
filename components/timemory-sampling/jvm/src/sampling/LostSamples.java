package timemory.sampling;

import org.jspecify.annotations.Nullable;

/** Reports samples that the Flight Recorder took but could not keep. */
final class LostSamples {
    /** A loss below one in this many is not worth reporting; the metadata include it. */
    private static final long PART = 100;

    private LostSamples() {}

    /** Returns a sentence about {@code lost} samples compared to {@code taken} ones; {@code null} if they are too few to matter. */
    static @Nullable String sentence(long lost, long taken) {
        long all = lost + taken;
        if (lost * PART <= all) {
            return null;
        }
        return "the Flight Recorder lost " + lost + " of " + all
                + " samples, and the CPU time shown is too small by as much: it samples a "
                + "thread at its next safepoint and buffers few samples until then; async-profiler, if on the class path, does "
                + "without";
    }
}
