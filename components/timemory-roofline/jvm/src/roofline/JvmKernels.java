package timemory.roofline;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kernels of the JVM: with the Vector API, which is closest to the hardware, and plain loops, which resemble most programs.
 *
 * <p>Thread-safe.
 */
public final class JvmKernels {

    private JvmKernels() {}

    /** Returns why Vector API kernels are unavailable here, as a sentence; {@code null} if they are available. */
    public static @Nullable String vectorUnavailableReason() {
        if (Runtime.version().feature() < 25) {
            return "Vector API kernels need Java 25, and this is Java " + Runtime.version().feature();
        }
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            return "the Vector API is not enabled: start Java with --add-modules jdk.incubator.vector";
        }
        return null;
    }

    /**
     * Returns Vector API kernels for each vector width.
     *
     * @throws UnsupportedOperationException with the reason if they are unavailable
     */
    public static ErtKernels vector() {
        String reason = vectorUnavailableReason();
        if (reason != null) {
            throw new UnsupportedOperationException(reason);
        }
        try {
            // The Vector API has no vectors of a single element.
            List<ErtKernel> all = new ArrayList<>(made("kernels"));
            all.addAll(scalars());
            return new ErtKernels("vector", all, made("ladder"), Frequency.gigahertz());
        } catch (InvocationTargetException failure) {
            throw new UnsupportedOperationException("Vector API kernels cannot be created: " + failure.getCause(), failure.getCause());
        } catch (ReflectiveOperationException failure) {
            throw new UnsupportedOperationException("Vector API kernels cannot be created: " + failure, failure);
        }
    }

    /** Creates Vector API kernels, by reflection, because their class requires a newer Java version. */
    @SuppressWarnings("unchecked") // the method's declared type
    private static List<ErtKernel> made(String maker) throws ReflectiveOperationException {
        return (List<ErtKernel>) Class.forName("timemory.roofline.VectorKernels").getDeclaredMethod(maker, Set.class).invoke(null,
                MachineKt.processorFlags());
    }

    /** Returns plain loops, which the compiler vectorizes. */
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

    /** Without the instruction, {@link Math#fma} falls back to {@link java.math.BigDecimal}. */
    private static boolean hasFma() {
        return MachineKt.processorFlags().contains("fma");
    }
}
