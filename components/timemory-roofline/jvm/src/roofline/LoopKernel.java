package timemory.roofline;

import java.util.Arrays;

/** A kernel of {@link Loops} over an array of type {@code A}. */
final class LoopKernel<A> extends ErtKernel {

    private final Class<A> type;
    private final Loops.Loop<A> loop;

    private LoopKernel(Class<A> type, String label, int operationsPerElement, boolean isPeak, Loops.Loop<A> loop) {
        super(
                label,
                type == double[].class ? "f64" : "f32",
                type == double[].class ? Double.BYTES : Float.BYTES,
                0,
                operationsPerElement,
                2 * (type == double[].class ? Double.BYTES : Float.BYTES),
                16,
                isPeak,
                false);
        this.type = type;
        this.loop = loop;
    }

    /** Reads an element, multiplies it, adds to it, and writes it. */
    static <A> LoopKernel<A> update(Class<A> type, Loops.Loop<A> loop) {
        return new LoopKernel<>(type, "update " + nameOf(type) + " auto", 2, false, loop);
    }

    /** Operates on each element {@link Loops#TIMES} times, with vectors of the compiler's choice. */
    static <A> LoopKernel<A> auto(Class<A> type, Operation operation, Loops.Loop<A> loop) {
        return new LoopKernel<>(type, operation.getId() + " " + nameOf(type) + " auto", operation.getFlops() * Loops.TIMES, true, loop);
    }

    /** Operates on each element many times, without vectors. */
    static <A> LoopKernel<A> scalar(Class<A> type, Operation operation, Loops.Loop<A> loop) {
        return new LoopKernel<>(type, operation.getId() + " " + nameOf(type) + " scalar",
                operation.getFlops() * OperationKt.MANY_OPERATIONS, true, loop);
    }

    private static String nameOf(Class<?> type) {
        return type == double[].class ? "f64" : "f32";
    }

    /** Elements start as 1, which multiplying by a half and adding a half leaves unchanged. */
    @Override
    public Work newWork(long elements, int alignment) {
        return newWork(elements, 0.5, 0.5);
    }

    Work newWork(long elements, double factor, double addend) {
        if (elements > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException(elements + " elements per thread are too many for an array: measure with "
                    + "less (TIMEMORY_ERT_MAX_DATA_SIZE)");
        }
        return new Work((int) elements, factor, addend);
    }

    final class Work implements ErtWork {
        private final A data;
        private final double factor;
        private final double addend;

        private Work(int elements, double factor, double addend) {
            this.factor = factor;
            this.addend = addend;
            if (type == double[].class) {
                double[] array = new double[elements];
                Arrays.fill(array, 1.0);
                data = type.cast(array);
            } else {
                float[] array = new float[elements];
                Arrays.fill(array, 1.0f);
                data = type.cast(array);
            }
        }

        @Override
        public void run(long passes) {
            for (long pass = 0; pass < passes; pass++) {
                loop.run(data, factor, addend);
            }
        }

        double get(int index) {
            return data instanceof double[] array ? array[index] : ((float[]) data)[index];
        }

        @Override
        public void close() {
            // The garbage collector frees the array.
        }
    }
}
