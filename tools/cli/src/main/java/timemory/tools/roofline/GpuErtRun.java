package timemory.tools.roofline;

import java.util.Map;
import kotlin.Unit;
import timemory.gpu.CudaDevice;
import timemory.roofline.ErtResults;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.roofline.GpuErt;
import timemory.roofline.GpuErtOptions;

/** Measures a GPU, by kernels that are compiled for it now. */
final class GpuErtRun {

    private GpuErtRun() {}

    /**
     * GPU {@code index}, with {@code settings} besides those of the environment; its progress goes to {@code progress}.
     *
     * @throws IllegalArgumentException if a setting has a wrong value, or one that this GPU does not allow
     * @throws UnsupportedOperationException if there is no GPU that CUDA can use, or no NVRTC
     * @throws IllegalStateException if CUDA refuses to measure anything
     */
    static ErtResults measure(int index, Map<String, String> settings, ErtProgress progress) {
        SettingsBuilder builder = new SettingsBuilder();
        settings.forEach(builder::set);
        GpuErtOptions options = GpuErtOptions.Companion.of(Settings.load(builder));
        if (CudaDevice.unavailableReason() != null) {
            throw new UnsupportedOperationException("no GPU can be measured: " + CudaDevice.unavailableReason());
        }
        CudaDevice device = CudaDevice.open(index);
        try {
            return new GpuErt(device, options, kernel -> {
                progress.tell(kernel);
                return Unit.INSTANCE;
            }).measure();
        } finally {
            giveBack(device, progress);
        }
    }

    /** CUDA may refuse even that after a kernel failed, and what was measured before is right all the same. */
    private static void giveBack(CudaDevice device, ErtProgress progress) {
        try {
            device.close();
        } catch (IllegalStateException failure) {
            progress.tell(String.valueOf(failure.getMessage()));
        }
    }
}
