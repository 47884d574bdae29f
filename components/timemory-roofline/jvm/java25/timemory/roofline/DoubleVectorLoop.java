package timemory.roofline;

import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A kernel over vectors of doubles. There is a separate copy of this class for each operation and width (defined again by {@link
 * VectorKernels}): both are then constants to the compiler, which it must know to generate instructions for them.
 */
final class DoubleVectorLoop implements VectorLoop {

    private static final Choice CHOICE = choice();
    private static final VectorSpecies<Double> SPECIES = VectorSpecies.of(double.class, CHOICE.shape());
    private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private static Choice choice() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Choice.class);
        } catch (IllegalAccessException failure) {
            throw new AssertionError("a class may read its own data", failure);
        }
    }

    private static DoubleVector operate(DoubleVector x, DoubleVector b, DoubleVector c) {
        return switch (CHOICE.operation()) {
            case ADD -> x.add(c);
            case MULTIPLY -> x.mul(b);
            case FMA -> x.fma(b, c);
            case READ -> throw new AssertionError("reading is another loop");
        };
    }

    @Override
    public void run(MemorySegment data, long passes, int times, double factor, double addend) {
        if (CHOICE.operation() == Operation.READ) {
            for (long pass = 0; pass < passes; pass++) {
                read(data);
            }
        } else if (times == 1) {
            for (long pass = 0; pass < passes; pass++) {
                updateOnce(data, factor, addend);
            }
        } else {
            for (long pass = 0; pass < passes; pass++) {
                update(data, times, factor, addend);
            }
        }
    }

    /** Keeps the compiler from removing sums that are not used. */
    private volatile double sum;

    private void read(MemorySegment data) {
        DoubleVector v0 = DoubleVector.zero(SPECIES);
        DoubleVector v1 = DoubleVector.zero(SPECIES);
        DoubleVector v2 = DoubleVector.zero(SPECIES);
        DoubleVector v3 = DoubleVector.zero(SPECIES);
        DoubleVector v4 = DoubleVector.zero(SPECIES);
        DoubleVector v5 = DoubleVector.zero(SPECIES);
        DoubleVector v6 = DoubleVector.zero(SPECIES);
        DoubleVector v7 = DoubleVector.zero(SPECIES);
        DoubleVector v8 = DoubleVector.zero(SPECIES);
        DoubleVector v9 = DoubleVector.zero(SPECIES);
        DoubleVector v10 = DoubleVector.zero(SPECIES);
        DoubleVector v11 = DoubleVector.zero(SPECIES);
        int end = (int) data.byteSize();
        for (int at = 0; at < end; at += SIDE_BY_SIDE * VECTOR_BYTES) {
            v0 = v0.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 0L * VECTOR_BYTES, ORDER));
            v1 = v1.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 1L * VECTOR_BYTES, ORDER));
            v2 = v2.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 2L * VECTOR_BYTES, ORDER));
            v3 = v3.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 3L * VECTOR_BYTES, ORDER));
            v4 = v4.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 4L * VECTOR_BYTES, ORDER));
            v5 = v5.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 5L * VECTOR_BYTES, ORDER));
            v6 = v6.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 6L * VECTOR_BYTES, ORDER));
            v7 = v7.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 7L * VECTOR_BYTES, ORDER));
            v8 = v8.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 8L * VECTOR_BYTES, ORDER));
            v9 = v9.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 9L * VECTOR_BYTES, ORDER));
            v10 = v10.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 10L * VECTOR_BYTES, ORDER));
            v11 = v11.add(DoubleVector.fromMemorySegment(SPECIES, data, at + 11L * VECTOR_BYTES, ORDER));
        }
        sum = v0.add(v1).add(v2).add(v3).add(v4).add(v5).add(v6).add(v7).add(v8).add(v9).add(v10).add(v11).lane(0);
    }

    private static void updateOnce(MemorySegment data, double factor, double addend) {
        DoubleVector b = DoubleVector.broadcast(SPECIES, factor);
        DoubleVector c = DoubleVector.broadcast(SPECIES, addend);
        int end = (int) data.byteSize();
        for (int at = 0; at < end; at += VECTOR_BYTES) {
            operate(DoubleVector.fromMemorySegment(SPECIES, data, at, ORDER), b, c).intoMemorySegment(data, at, ORDER);
        }
    }

    private static void update(MemorySegment data, int times, double factor, double addend) {
        DoubleVector b = DoubleVector.broadcast(SPECIES, factor);
        DoubleVector c = DoubleVector.broadcast(SPECIES, addend);
        int end = (int) data.byteSize();
        for (int at = 0; at < end; at += SIDE_BY_SIDE * VECTOR_BYTES) {
            DoubleVector v0 = DoubleVector.fromMemorySegment(SPECIES, data, at + 0L * VECTOR_BYTES, ORDER);
            DoubleVector v1 = DoubleVector.fromMemorySegment(SPECIES, data, at + 1L * VECTOR_BYTES, ORDER);
            DoubleVector v2 = DoubleVector.fromMemorySegment(SPECIES, data, at + 2L * VECTOR_BYTES, ORDER);
            DoubleVector v3 = DoubleVector.fromMemorySegment(SPECIES, data, at + 3L * VECTOR_BYTES, ORDER);
            DoubleVector v4 = DoubleVector.fromMemorySegment(SPECIES, data, at + 4L * VECTOR_BYTES, ORDER);
            DoubleVector v5 = DoubleVector.fromMemorySegment(SPECIES, data, at + 5L * VECTOR_BYTES, ORDER);
            DoubleVector v6 = DoubleVector.fromMemorySegment(SPECIES, data, at + 6L * VECTOR_BYTES, ORDER);
            DoubleVector v7 = DoubleVector.fromMemorySegment(SPECIES, data, at + 7L * VECTOR_BYTES, ORDER);
            DoubleVector v8 = DoubleVector.fromMemorySegment(SPECIES, data, at + 8L * VECTOR_BYTES, ORDER);
            DoubleVector v9 = DoubleVector.fromMemorySegment(SPECIES, data, at + 9L * VECTOR_BYTES, ORDER);
            DoubleVector v10 = DoubleVector.fromMemorySegment(SPECIES, data, at + 10L * VECTOR_BYTES, ORDER);
            DoubleVector v11 = DoubleVector.fromMemorySegment(SPECIES, data, at + 11L * VECTOR_BYTES, ORDER);
            for (int k = 0; k < times; k++) {
                v0 = operate(v0, b, c);
                v1 = operate(v1, b, c);
                v2 = operate(v2, b, c);
                v3 = operate(v3, b, c);
                v4 = operate(v4, b, c);
                v5 = operate(v5, b, c);
                v6 = operate(v6, b, c);
                v7 = operate(v7, b, c);
                v8 = operate(v8, b, c);
                v9 = operate(v9, b, c);
                v10 = operate(v10, b, c);
                v11 = operate(v11, b, c);
            }
            v0.intoMemorySegment(data, at + 0L * VECTOR_BYTES, ORDER);
            v1.intoMemorySegment(data, at + 1L * VECTOR_BYTES, ORDER);
            v2.intoMemorySegment(data, at + 2L * VECTOR_BYTES, ORDER);
            v3.intoMemorySegment(data, at + 3L * VECTOR_BYTES, ORDER);
            v4.intoMemorySegment(data, at + 4L * VECTOR_BYTES, ORDER);
            v5.intoMemorySegment(data, at + 5L * VECTOR_BYTES, ORDER);
            v6.intoMemorySegment(data, at + 6L * VECTOR_BYTES, ORDER);
            v7.intoMemorySegment(data, at + 7L * VECTOR_BYTES, ORDER);
            v8.intoMemorySegment(data, at + 8L * VECTOR_BYTES, ORDER);
            v9.intoMemorySegment(data, at + 9L * VECTOR_BYTES, ORDER);
            v10.intoMemorySegment(data, at + 10L * VECTOR_BYTES, ORDER);
            v11.intoMemorySegment(data, at + 11L * VECTOR_BYTES, ORDER);
        }
    }
}
