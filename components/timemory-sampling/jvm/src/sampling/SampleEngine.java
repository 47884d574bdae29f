package timemory.sampling;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.ThreadGraph;

/** An engine that interrupts threads periodically and records their stacks. At most one is running. */
interface SampleEngine {

    /** Returns why it takes no samples of {@code kind}, as a sentence; {@code null} if it does. */
    @Nullable
    String whyNot(SampleKind kind);

    /**
     * Starts sampling. Threads are already being watched, so that no sample has an unknown call path.
     *
     * @throws IllegalStateException with a sentence that gives the reason if that is impossible
     */
    void start(Set<SampleKind> kinds) throws IOException;

    /**
     * Samples {@code kinds} from now on, which include those so far.
     *
     * @throws IllegalStateException with a sentence that gives the reason if that is impossible: it continues with those so far
     */
    void extend(Set<SampleKind> kinds) throws IOException;

    /** The name of the engine for metadata and messages: {@code async-profiler 4.6, ctimer}. */
    String name();

    /**
     * Returns what a sample of {@code kind} usually stands for: a thread's CPU or elapsed time, or waiting time, in nanoseconds; bytes; 0
     * if each stands for something else.
     */
    long period(SampleKind kind);

    /** Returns how many innermost functions of a stack it records; 0 if unknown. */
    int depth();

    /** Returns how many samples are known to be lost. */
    long lost();

    /** Returns what is missing from the collected samples, as a sentence; {@code null} if nothing. */
    @Nullable
    String shortfall();

    /** Returns the maximum delay of samples without {@link #collect}, in nanoseconds; 0 if they arrive only with it. */
    long lateness();

    /** Called when the calling thread gets {@code graph}: watches its call path. */
    void watch(ThreadGraph graph);

    /**
     * Returns all samples so far, each with its thread's call path.
     *
     * @param isEnd whether the engine stops after this
     */
    Samples collect(boolean isEnd) throws Exception;
}
