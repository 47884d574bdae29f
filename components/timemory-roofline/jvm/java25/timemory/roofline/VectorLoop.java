package timemory.roofline;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.VectorShape;

/** A loop over vectors: see {@link DoubleVectorLoop} and {@link FloatVectorLoop}. */
interface VectorLoop {

    /** The number of independent vectors processed together, which hides the latency of an operation. */
    int SIDE_BY_SIDE = 12;

    /** The parameters that one copy of a loop is compiled for. */
    record Choice(Operation operation, VectorShape shape) {}

    /** Processes all of {@code data}, a multiple of {@link #SIDE_BY_SIDE} vectors, with {@code times} operations on each vector. */
    void run(MemorySegment data, long passes, int times, double factor, double addend);
}
