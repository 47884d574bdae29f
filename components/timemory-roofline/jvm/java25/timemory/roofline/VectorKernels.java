package timemory.roofline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.incubator.vector.VectorShape;

/**
 * Kernels that use the Vector API ({@code jdk.incubator.vector}), for each width that the processor supports. {@code JvmKernels} loads them
 * if the runtime has the API.
 */
final class VectorKernels {

    private VectorKernels() {}

    /** Returns the kernels that define roofs, for a processor with {@code flags}, as named in {@code /proc/cpuinfo}. */
    static List<ErtKernel> kernels(Set<String> flags) {
        List<VectorShape> shapes = shapes(flags);
        boolean hasFma = flags.contains("fma");
        VectorShape widest = shapes.get(shapes.size() - 1);
        List<ErtKernel> kernels = new ArrayList<>();
        for (boolean isDouble : new boolean[] {true, false}) {
            kernels.add(kernel(Operation.ADD, isDouble, widest, 1));
            kernels.add(kernel(Operation.READ, isDouble, widest, 1));
        }
        for (boolean isDouble : new boolean[] {true, false}) {
            for (VectorShape shape : shapes) {
                kernels.add(kernel(Operation.ADD, isDouble, shape, OperationKt.MANY_OPERATIONS));
                kernels.add(kernel(Operation.MULTIPLY, isDouble, shape, OperationKt.MANY_OPERATIONS));
                if (hasFma) {
                    kernels.add(kernel(Operation.FMA, isDouble, shape, OperationKt.MANY_OPERATIONS));
                }
            }
        }
        return kernels;
    }

    /** Returns the kernels with intermediate numbers of operations. */
    static List<ErtKernel> ladder(Set<String> flags) {
        List<VectorShape> shapes = shapes(flags);
        List<ErtKernel> kernels = new ArrayList<>();
        for (boolean isDouble : new boolean[] {true, false}) {
            for (int times : flags.contains("fma") ? OperationKt.getLADDER() : new int[0]) {
                kernels.add(kernel(Operation.FMA, isDouble, shapes.get(shapes.size() - 1), times));
            }
        }
        return kernels;
    }

    private static List<VectorShape> shapes(Set<String> flags) {
        List<VectorShape> shapes = new ArrayList<>();
        shapes.add(VectorShape.S_128_BIT);
        if (flags.contains("avx2")) {
            shapes.add(VectorShape.S_256_BIT);
        }
        if (flags.contains("avx512f")) {
            shapes.add(VectorShape.S_512_BIT);
        }
        // Vectors wider than the compiler's preferred ones would be emulated, one lane at a time.
        shapes.removeIf(shape -> shape.vectorBitSize() > VectorShape.preferredShape().vectorBitSize());
        return shapes;
    }

    static VectorKernel kernel(Operation operation, boolean isDouble, VectorShape shape, int times) {
        return new VectorKernel(operation, isDouble, shape.vectorBitSize(), times, loop(isDouble, new VectorLoop.Choice(operation, shape)));
    }

    private static VectorLoop loop(boolean isDouble, VectorLoop.Choice choice) {
        Class<?> pattern = isDouble ? DoubleVectorLoop.class : FloatVectorLoop.class;
        try (InputStream code = pattern.getResourceAsStream(pattern.getSimpleName() + ".class")) {
            if (code == null) {
                throw new IllegalStateException(pattern + " has no class file to define again: use the timemory-roofline JAR as "
                        + "it is");
            }
            var defined = MethodHandles.lookup().defineHiddenClassWithClassData(code.readAllBytes(), choice, true);
            var maker = defined.findConstructor(defined.lookupClass(), java.lang.invoke.MethodType.methodType(void.class));
            return (VectorLoop) maker.invoke();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (Error | RuntimeException failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
