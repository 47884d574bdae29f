package timemory.sampling;

import org.jspecify.annotations.Nullable;

/** What to say of samples that the Flight Recorder took and could not keep. */
final class LostSamples {
    /** Fewer than one in so many change nothing that is worth a word; the metadata have them. */
    private static final long PART = 100;

    private LostSamples() {}

    /** A sentence, of {@code lost} samples beside {@code taken} that are there; {@code null} where they are too few to matter. */
    static @Nullable String sentence(long lost, long taken) {
        long all = lost + taken;
        if (lost * PART <= all) {
            return null;
        }
        return "the Flight Recorder lost " + lost + " of " + all
                + " samples, and the CPU time shown is too small by as much: it looks at a "
                + "thread at its next safepoint, and keeps few samples until then; async-profiler, where it is on the class path, does "
                + "without";
    }
}
