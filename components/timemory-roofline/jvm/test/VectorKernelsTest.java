package timemory.roofline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** By reflection, because these classes are compiled for a newer Java version than the tests. */
class VectorKernelsTest {

    /** The result of a kernel shows how often it operated on each element. */
    @Test
    void eachOperationIsDoneAsOftenAsItIsCountedInEveryWidthAndType() throws ReflectiveOperationException {
        assumeTrue(JvmKernels.vectorUnavailableReason() == null, JvmKernels.vectorUnavailableReason());
        for (ErtKernel kernel : JvmKernels.vector().getKernels()) {
            if (kernel.getClass().getSimpleName().equals("VectorKernel")) {
                check(kernel);
            }
        }
    }

    private static void check(ErtKernel kernel) throws ReflectiveOperationException {
        Method newWork = kernel.getClass().getDeclaredMethod("newWork", long.class, int.class, double.class, double.class);
        newWork.setAccessible(true);
        long elements = 3L * kernel.getBlockElements();
        try (ErtWork work = (ErtWork) newWork.invoke(kernel, elements, 64, 2.0, 1.0)) {
            work.run(1);
            double expected = expected(kernel);
            Method get = work.getClass().getDeclaredMethod("get", long.class);
            get.setAccessible(true);
            for (long i = 0; i < elements; i++) {
                assertEquals(expected, (double) get.invoke(work, i), kernel.getLabel() + ", element " + i);
            }
        }
    }

    private static double expected(ErtKernel kernel) {
        boolean isFloat = kernel.getDataType().equals("f32");
        String operation = kernel.getLabel().substring(0, kernel.getLabel().indexOf(' '));
        double x = 1;
        int times = operation.equals("read") ? 0 : operation.equals("update") ? 1 : OperationKt.MANY_OPERATIONS;
        for (int i = 0; i < times; i++) {
            x = switch (operation) {
                case "add", "update" -> x + 1;
                case "mul" -> x * 2;
                default -> isFloat ? Math.fma((float) x, 2f, 1f) : Math.fma(x, 2, 1);
            };
        }
        return x;
    }
}
