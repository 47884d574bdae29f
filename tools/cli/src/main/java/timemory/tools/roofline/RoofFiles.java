package timemory.tools.roofline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import timemory.roofline.ErtResults;
import timemory.tools.read.ErtFile;

/**
 * Roofs of several devices, in one file or in several: a GPU's are not for what the CPU did, nor the other way round. The component's name
 * decides which of them its regions are compared with.
 */
final class RoofFiles {

    private static final String GPU_COMPONENTS = "gpu_";

    private RoofFiles() {}

    /** Whether the component {@code id} is of a GPU. */
    static boolean isOfGpu(String id) {
        return id.startsWith(GPU_COMPONENTS);
    }

    /** What {@code output} holds of devices other than {@code device}, which is to be kept. */
    static List<ErtResults> othersThan(String device, Path output) throws IOException {
        if (!Files.exists(output)) {
            return List.of();
        }
        try {
            return ErtFile.readAll(output).stream().filter(one -> !one.getMachine().getDevice().equals(device)).toList();
        } catch (IOException failure) {
            throw new IOException(failure.getMessage() + "; it is left unchanged: choose another file with --output", failure);
        }
    }

    /**
     * The roofs in {@code files} that regions of the component {@code id} are below.
     *
     * @param device which of them, where there are several; {@code null} for the only one
     * @throws IOException if there are none, or several to choose from; the message says which there are
     */
    static ErtResults fitting(String id, List<Path> files, @Nullable String device) throws IOException {
        List<ErtResults> all = new ArrayList<>();
        for (Path file : files) {
            all.addAll(ErtFile.readAll(file));
        }
        List<ErtResults> fitting = all.stream()
                .filter(one -> one.getMachine().isGpu() == isOfGpu(id) && (device == null || one.getMachine().getDevice().equals(device)))
                .toList();
        if (fitting.size() == 1) {
            return fitting.get(0);
        }
        String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        if (fitting.isEmpty()) {
            throw new IOException(names + ": roofs of " + describe(all) + (device == null ? "" : " (--device " + device + ")")
                    + ", but " + id + " is measured on the "
                    + (isOfGpu(id) ? "GPU, whose roofs `timemory roofline ert --device gpu` measures" : "CPU, whose roofs `timemory "
                            + "roofline ert` measures"));
        }
        throw new IOException(names + ": roofs of " + describe(fitting) + ": choose one with --device, or give a single file");
    }

    private static String describe(List<ErtResults> all) {
        return all.stream().map(one -> one.getMachine().getDevice() + " (" + one.getMachine().getProcessor() + ")")
                .collect(Collectors.joining(
                        ", "));
    }
}
