package timemory.roofline;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kernels of the JVM: by the Vector API, which is nearest to what the hardware can do, and plain loops, which is what most programs
 * are.
 *
 * <p>May be used from any thread.
 */
public final class JvmKernels {

    private JvmKernels() {}

    /** Why there are no kernels by the Vector API here, as a sentence; {@code null} where there are. */
    public static @Nullable String vectorUnavailableReason() {
        if (Runtime.version().feature() < 25) {
            return "kernels by the Vector API need Java 25, and this is Java " + Runtime.version().feature();
        }
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            return "the Vector API is not switched on: start Java with --add-modules jdk.incubator.vector";
        }
        return null;
    }

    /**
     * Kernels by the Vector API, for each width of vectors.
     *
     * @throws UnsupportedOperationException where there are none, with the reason
     */
    public static ErtKernels vector() {
        String reason = vectorUnavailableReason();
        if (reason != null) {
            throw new UnsupportedOperationException(reason);
        }
        try {
            // No vector is as wide as one element.
            List<ErtKernel> all = new ArrayList<>(made("kernels"));
            all.addAll(scalars());
            return new ErtKernels("vector", all, made("ladder"), Frequency.gigahertz());
        } catch (InvocationTargetException failure) {
            throw new UnsupportedOperationException("kernels by the Vector API cannot be made: " + failure.getCause(), failure.getCause());
        } catch (ReflectiveOperationException failure) {
            throw new UnsupportedOperationException("kernels by the Vector API cannot be made: " + failure, failure);
        }
    }

    /** By the Vector API: of a class that is only for the Java which has it. */
    @SuppressWarnings("unchecked") // so it is declared
    private static List<ErtKernel> made(String maker) throws ReflectiveOperationException {
        return (List<ErtKernel>) Class.forName("timemory.roofline.VectorKernels").getDeclaredMethod(maker, Set.class).invoke(null,
                MachineKt.processorFlags());
    }

    /** Plain loops, of which the compiler makes vectors. */
    public static ErtKernels loops() {
        List<ErtKernel> kernels = new ArrayList<>();
        kernels.add(LoopKernel.update(double[].class, Loops::updateDouble));
        kernels.add(LoopKernel.update(float[].class, Loops::updateFloat));
        kernels.add(LoopKernel.auto(double[].class, Operation.ADD, Loops::addDouble));
        kernels.add(LoopKernel.auto(double[].class, Operation.MULTIPLY, Loops::multiplyDouble));
        kernels.add(LoopKernel.auto(float[].class, Operation.ADD, Loops::addFloat));
        kernels.add(LoopKernel.auto(float[].class, Operation.MULTIPLY, Loops::multiplyFloat));
        if (hasFma()) {
            kernels.add(LoopKernel.auto(double[].class, Operation.FMA, Loops::fmaDouble));
            kernels.add(LoopKernel.auto(float[].class, Operation.FMA, Loops::fmaFloat));
        }
        kernels.addAll(scalars());
        return new ErtKernels("loops", kernels, List.of(), Frequency.gigahertz());
    }

    private static List<ErtKernel> scalars() {
        List<ErtKernel> kernels = new ArrayList<>();
        kernels.add(LoopKernel.scalar(double[].class, Operation.ADD, Loops::addScalarDouble));
        kernels.add(LoopKernel.scalar(double[].class, Operation.MULTIPLY, Loops::multiplyScalarDouble));
        kernels.add(LoopKernel.scalar(float[].class, Operation.ADD, Loops::addScalarFloat));
        kernels.add(LoopKernel.scalar(float[].class, Operation.MULTIPLY, Loops::multiplyScalarFloat));
        if (hasFma()) {
            kernels.add(LoopKernel.scalar(double[].class, Operation.FMA, Loops::fmaScalarDouble));
            kernels.add(LoopKernel.scalar(float[].class, Operation.FMA, Loops::fmaScalarFloat));
        }
        return kernels;
    }

    /** Without the instruction, {@link Math#fma} computes with decimal numbers of any length. */
    private static boolean hasFma() {
        return MachineKt.processorFlags().contains("fma");
    }
}
