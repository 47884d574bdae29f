package timemory.sampling;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.ThreadGraph;

/** What interrupts threads now and then and looks at their stacks. There is never more than one at work. */
interface SampleEngine {

    /** Why it takes no samples of {@code kind}, as a sentence; {@code null} where it does. */
    @Nullable
    String whyNot(SampleKind kind);

    /**
     * Starts to sample; threads are watched already, so that no sample falls at a place that was not noted.
     *
     * @throws IllegalStateException with a sentence why that is not possible
     */
    void start(Set<SampleKind> kinds) throws IOException;

    /**
     * Samples {@code kinds} from now on, those so far among them.
     *
     * @throws IllegalStateException with a sentence why that is not possible: it goes on with those so far
     */
    void extend(Set<SampleKind> kinds) throws IOException;

    /** What it is, for metadata and messages: {@code async-profiler 4.6, ctimer}. */
    String name();

    /**
     * What a sample of {@code kind} stands for, most often: CPU time or elapsed time of a thread, or waiting, in nanoseconds; bytes; 0 where
     * each stands for something else.
     */
    long period(SampleKind kind);

    /** How many functions of a stack it looks at, the innermost ones; 0 where that is not known. */
    int depth();

    /** How many samples it knows to have lost. */
    long lost();

    /** What fell short in what was collected, as a sentence; {@code null} for nothing. */
    @Nullable
    String shortfall();

    /** How late samples may come without {@link #collect}, in nanoseconds; 0 where they do not come. */
    long lateness();

    /** The calling thread has {@code graph} from now on: watches where it stands. */
    void watch(ThreadGraph graph);

    /**
     * All samples so far, each at the place where its thread stood.
     *
     * @param isEnd whether the engine stops with this
     */
    Samples collect(boolean isEnd) throws Exception;
}
