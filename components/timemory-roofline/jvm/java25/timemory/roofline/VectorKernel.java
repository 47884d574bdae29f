package timemory.roofline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A kernel that runs a {@link VectorLoop} over off-heap memory with the alignment of vectors. */
final class VectorKernel extends ErtKernel {

    private final boolean isDouble;
    private final int times;
    private final VectorLoop loop;

    VectorKernel(Operation operation, boolean isDouble, int bits, int times, VectorLoop loop) {
        super(
                OperationKt.kernelLabel(operation, times, isDouble ? "f64" : "f32", bits + "-bit"),
                isDouble ? "f64" : "f32",
                isDouble ? Double.BYTES : Float.BYTES,
                bits,
                operation.getFlops() * times,
                operation.getAccesses() * (isDouble ? Double.BYTES : Float.BYTES),
                VectorLoop.SIDE_BY_SIDE * bits / (isDouble ? Double.SIZE : Float.SIZE),
                times == OperationKt.MANY_OPERATIONS,
                false);
        this.isDouble = isDouble;
        this.times = times;
        this.loop = loop;
    }

    /** Elements start as 1, which multiplying by a half and adding a half leaves unchanged. */
    @Override
    public ErtWork newWork(long elements, int alignment) {
        return newWork(elements, alignment, 0.5, 0.5);
    }

    Work newWork(long elements, int alignment, double factor, double addend) {
        return new Work(elements, alignment, factor, addend);
    }

    final class Work implements ErtWork {
        private final Arena arena = Arena.ofConfined();
        private final MemorySegment data;
        private final double factor;
        private final double addend;

        Work(long elements, int alignment, double factor, double addend) {
            this.factor = factor;
            this.addend = addend;
            if (elements * getBytesOfElement() > Integer.MAX_VALUE) {
                arena.close();
                throw new IllegalStateException(elements * getBytesOfElement() + " bytes for a thread, must be below 2 GB: measure with "
                        + "less (TIMEMORY_ERT_MAX_DATA_SIZE)");
            }
            data = arena.allocate(elements * getBytesOfElement(), alignment);
            for (long i = 0; i < elements; i++) {
                if (isDouble) {
                    data.setAtIndex(ValueLayout.JAVA_DOUBLE, i, 1.0);
                } else {
                    data.setAtIndex(ValueLayout.JAVA_FLOAT, i, 1.0f);
                }
            }
        }

        @Override
        public void run(long passes) {
            loop.run(data, passes, times, factor, addend);
        }

        double get(long index) {
            return isDouble ? data.getAtIndex(ValueLayout.JAVA_DOUBLE, index) : data.getAtIndex(ValueLayout.JAVA_FLOAT, index);
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
