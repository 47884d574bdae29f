package samples;

import timemory.roofline.CountWork;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.roofline.CpuRooflineDpFlops;
import timemory.roofline.MemoryLevel;
import timemory.Trackers;

/**
 * Multiplies matrices in three ways, each closer to the machine's limits than the previous one, and tells the roofline model what each
 * computed and moved. {@code MatrixMultiply} is the same in Kotlin.
 *
 * <pre>{@code
 * timemory roofline ert -n 1 --kernels vector
 * timemory roofline plot --roofs ert.json
 * }</pre>
 */
public final class MatrixMultiplyInJava {

    private static final Bundle1<CpuRooflineDpFlops> ROOFLINE = Bundles.of(CpuRooflineDpFlops.class);

    private MatrixMultiplyInJava() {}

    public static void main(String[] args) {
        int size = args.length > 0 ? Integer.parseInt(args[0]) : 512;
        Matrix a = new Matrix(size, 1.5);
        Matrix b = new Matrix(size, 0.25);
        Matrix result = new Matrix(size, 0);
        // Compiled code is measured, so the first iterations are ignored.
        for (int turn = 0; turn < 10; turn++) {
            a.multiplyNaively(b, result);
            a.multiplyInBlocks(b, result);
            a.multiplyInVectors(b, result);
        }
        for (int turn = 0; turn < 5; turn++) {
            multiply("naive", size, Matrix.naiveBytes(size), () -> a.multiplyNaively(b, result));
            multiply("blocked", size, Matrix.blockedBytes(size), () -> a.multiplyInBlocks(b, result));
            multiply("vectorized", size, Matrix.vectorBytes(size), () -> a.multiplyInVectors(b, result));
        }
    }

    private static void multiply(String label, int size, double bytes, Runnable way) {
        ROOFLINE.run(label, () -> {
            way.run();
            CountWork.countFlops(Matrix.flops(size));
            CountWork.countBytes(bytes, MemoryLevel.L1);
        });
    }
}
