package samples;

import timemory.bundle.Bundle4;
import timemory.Bundles;
import timemory.gpu.CudaDevice;
import timemory.gpu.CudaEvent;
import timemory.gpu.CudaKernels;
import timemory.gpu.CudaMemory;
import timemory.gpu.CudaModule;
import timemory.gpu.CudaStream;
import timemory.gpu.CuptiActivity;
import timemory.gpu.NvtxMarker;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.WallClock;

/**
 * A GPU kernel that is compiled at run time and measured in its stream; {@code Kernels.kt} has more of them.
 *
 * <p>Argument: the length of vectors (1048576).
 */
public final class KernelsInJava {

    private static final Bundle4<WallClock, CudaEvent, CuptiActivity, NvtxMarker> TOOLS =
            Bundles.of(WallClock.class, CudaEvent.class, CuptiActivity.class, NvtxMarker.class);

    private KernelsInJava() {}

    /** Runs the sample. */
    public static void main(String[] args) {
        String reason = CudaDevice.unavailableReason();
        if (reason != null) {
            System.err.println("kernels: there is no GPU to run on: " + reason);
            System.exit(1);
        }
        int length = args.length > 0 ? Integer.parseInt(args[0]) : 1 << 20;
        try (CudaDevice gpu = CudaDevice.open()) {
            CudaModule kernels = gpu.compile(CudaKernels.getSOURCE());
            CudaStream stream = gpu.newStream();
            System.out.println("vectors of " + length + ": largest difference " + addVectors(gpu, kernels, stream, length));
            Timemory.finalize();
            gpu.close(stream);
        }
    }

    /** Adds two vectors on the GPU; returns the largest difference from the CPU's result. */
    static float addVectors(CudaDevice gpu, CudaModule kernels, CudaStream stream, int length) {
        float[] numbers = new float[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = i % 1000 / 8f;
        }
        float largest = 0;
        try (OpenRegion region = TOOLS.open("vectors");
                CudaMemory a = gpu.allocate(4L * length);
                CudaMemory sum = gpu.allocate(4L * length)) {
            TOOLS.run("copy", () -> a.write(numbers));
            TOOLS.run("add", stream, () -> kernels.kernel("vector_add_float")
                    .launch(CudaKernels.blocksFor(length), CudaKernels.THREADS, stream, a, a, sum, length));
            gpu.await(stream);
            float[] found = sum.readFloats(length);
            for (int i = 0; i < length; i++) {
                largest = Math.max(largest, Math.abs(found[i] - 2 * numbers[i]));
            }
        }
        return largest;
    }
}
