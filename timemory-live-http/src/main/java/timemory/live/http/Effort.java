package timemory.live.http;

import timemory.internal.platform.JvmReadingsKt;

/**
 * How much processor time the calling thread takes from a moment on: elapsed time, on a machine that is busy with something else, is many
 * times that. Where it is not known, as of virtual threads, elapsed time.
 */
final class Effort {

    private static final long UNKNOWN = -1;

    private final long begin = System.nanoTime();
    private final long before = processorTime();

    /** Nanoseconds up to now. */
    long soFar() {
        long elapsed = System.nanoTime() - begin;
        long after = processorTime();
        boolean isKnown = before != UNKNOWN && after >= before;
        return isKnown ? Math.min(elapsed, after - before) : elapsed;
    }

    private static long processorTime() {
        try {
            return JvmReadingsKt.threadCpuUnavailable() == null ? JvmReadingsKt.threadCpuNanoseconds() : UNKNOWN;
        } catch (UnsupportedOperationException ofVirtualThread) {
            return UNKNOWN;
        }
    }
}
