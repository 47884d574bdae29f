package timemory.sampling;

import java.io.IOException;
import timemory.internal.callgraph.ThreadGraph;

/** What interrupts threads now and then and looks at their stacks. There is never more than one at work. */
interface SampleEngine {

    /**
     * Starts to sample; threads are watched already, so that no sample falls at a place that was not noted.
     *
     * @throws IllegalStateException with a sentence why that is not possible
     */
    void start() throws IOException;

    /** What it is, for metadata and messages: {@code async-profiler 4.6, ctimer}. */
    String name();

    /** After how much CPU time of a thread it takes a sample, in nanoseconds. */
    long period();

    /** How many samples it knows to have lost. */
    long lost();

    /** The calling thread has {@code graph} from now on: watches where it stands. */
    void watch(ThreadGraph graph);

    /**
     * All samples so far, each at the place where its thread stood.
     *
     * @param isEnd whether the engine stops with this
     */
    SampledStacks collect(boolean isEnd) throws Exception;
}
