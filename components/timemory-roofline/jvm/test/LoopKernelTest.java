package timemory.roofline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("java17")
class LoopKernelTest {

    /** The result of a loop shows how often it operated on each element. */
    @Test
    void eachOperationIsDoneAsOftenAsItIsCounted() {
        check(LoopKernel.update(double[].class, Loops::updateDouble), 1, x -> x * 2 + 1);
        check(LoopKernel.update(float[].class, Loops::updateFloat), 1, x -> x * 2 + 1);
        check(LoopKernel.auto(double[].class, Operation.ADD, Loops::addDouble), Loops.TIMES, x -> x + 1);
        check(LoopKernel.auto(double[].class, Operation.MULTIPLY, Loops::multiplyDouble), Loops.TIMES, x -> x * 2);
        check(LoopKernel.auto(double[].class, Operation.FMA, Loops::fmaDouble), Loops.TIMES, x -> x * 2 + 1);
        check(LoopKernel.auto(float[].class, Operation.ADD, Loops::addFloat), Loops.TIMES, x -> x + 1);
        check(LoopKernel.auto(float[].class, Operation.MULTIPLY, Loops::multiplyFloat), Loops.TIMES, x -> x * 2);
        check(LoopKernel.auto(float[].class, Operation.FMA, Loops::fmaFloat), Loops.TIMES, x -> x * 2 + 1);
        check(LoopKernel.scalar(double[].class, Operation.ADD, Loops::addScalarDouble), OperationKt.MANY_OPERATIONS, x -> x + 1);
        check(LoopKernel.scalar(double[].class, Operation.MULTIPLY, Loops::multiplyScalarDouble), OperationKt.MANY_OPERATIONS, x -> x * 2);
        check(LoopKernel.scalar(float[].class, Operation.ADD, Loops::addScalarFloat), OperationKt.MANY_OPERATIONS, x -> x + 1);
        check(LoopKernel.scalar(float[].class, Operation.MULTIPLY, Loops::multiplyScalarFloat), OperationKt.MANY_OPERATIONS, x -> x * 2);
        check(LoopKernel.scalar(double[].class, Operation.FMA, Loops::fmaScalarDouble), OperationKt.MANY_OPERATIONS,
                x -> Math.fma(x, 2, 1));
        check(LoopKernel.scalar(float[].class, Operation.FMA, Loops::fmaScalarFloat), OperationKt.MANY_OPERATIONS,
                x -> Math.fma((float) x, 2f, 1f));
    }

    private static <A> void check(LoopKernel<A> kernel, int times, DoubleUnaryOperator step) {
        double expected = 1;
        for (int i = 0; i < times; i++) {
            expected = step.applyAsDouble(expected);
        }
        try (LoopKernel<A>.Work work = kernel.newWork(64, 2, 1)) {
            work.run(1);
            for (int i = 0; i < 64; i++) {
                assertEquals(expected, work.get(i), kernel.getLabel());
            }
        }
    }

    @Test
    void withoutTheVectorApiTheReasonIsTold() {
        if (JvmKernels.vectorUnavailableReason() != null) {
            String told = assertThrows(UnsupportedOperationException.class, JvmKernels::vector).getMessage();
            assertEquals(JvmKernels.vectorUnavailableReason(), told);
            assertTrue(told.contains("Java"), told);
        }
    }
}
