package timemory.roofline;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.VectorShape;

/** A loop over vectors, as {@link DoubleVectorLoop} and {@link FloatVectorLoop} have it. */
interface VectorLoop {

    /** Vectors worked on side by side, which hides the latency of an operation. */
    int SIDE_BY_SIDE = 12;

    /** What one copy of a loop is compiled for. */
    record Choice(Operation operation, VectorShape shape) {}

    /** Runs over all of {@code data}, which holds a whole number of vectors side by side, and operates {@code times} times on each. */
    void run(MemorySegment data, long passes, int times, double factor, double addend);
}
