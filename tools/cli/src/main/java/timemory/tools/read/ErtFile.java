package timemory.tools.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import timemory.roofline.ErtCache;
import timemory.roofline.ErtConditions;
import timemory.roofline.ErtLaunch;
import timemory.roofline.ErtMachine;
import timemory.roofline.ErtResults;
import timemory.roofline.ErtSample;
import timemory.roofline.ErtSampledKernel;
import timemory.roofline.ErtTiming;

/** Reads what {@code timemory roofline ert} wrote. */
public final class ErtFile {

    private static final long MAX_BYTES = 64L * 1024 * 1024;

    private ErtFile() {}

    /**
     * The measurements in {@code path}, of the first device in it.
     *
     * @throws IOException with a message that names the file and says what is wrong with it
     */
    public static ErtResults read(Path path) throws IOException {
        return readAll(path).get(0);
    }

    /** Reads the measurements of each device. */
    public static List<ErtResults> readAll(Path path) throws IOException {
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw new IOException("has " + Files.size(path) + " bytes, too many for roof measurements");
            }
            try (InputStream content = Files.newInputStream(path)) {
                return readAll(content);
            }
        } catch (NoSuchFileException failure) {
            throw new IOException(path + ": no such file: measure the machine with `timemory roofline ert -o " + path + "`", failure);
        } catch (IOException | IllegalArgumentException exception) {
            throw new IOException(path + ": " + exception.getMessage(), exception);
        }
    }

    /** As {@link #read(Path)}, from {@code content}. */
    public static ErtResults read(InputStream content) throws IOException {
        return readAll(content).get(0);
    }

    private static List<ErtResults> readAll(InputStream content) throws IOException {
        JsonNode ert = Json.tree(content).path("timemory").path("ert");
        if (!ert.path("ert").isArray()) {
            throw new IOException("has no roof measurements of `timemory roofline ert`");
        }
        Map<String, List<ErtSample>> samples = new LinkedHashMap<>();
        List<JsonNode> machines = new ArrayList<>();
        machines.add(ert.path("machine"));
        ert.path("machines").forEach(machines::add);
        machines.forEach(machine -> samples.put(device(machine), new ArrayList<>()));
        for (JsonNode sample : ert.path("ert")) {
            List<ErtSample> ofDevice = samples.get(device(sample));
            if (ofDevice == null) {
                throw new IOException("has a measurement '" + sample.path("label").asText("") + "' of " + device(sample)
                        + ", but describes only " + String.join(", ", samples.keySet()));
            }
            ofDevice.add(sample(sample));
        }
        List<ErtResults> results = new ArrayList<>();
        for (JsonNode machine : machines) {
            List<String> problems = new ArrayList<>();
            machine.path("problems").forEach(problem -> problems.add(problem.asText()));
            results.add(new ErtResults(machine(machine), samples.getOrDefault(device(machine), List.of()), problems));
        }
        return results;
    }

    /** Files of before there were GPUs do not tell it. */
    private static String device(JsonNode node) {
        return node.path("device").asText(ErtMachine.CPU);
    }

    private static ErtMachine machine(JsonNode machine) {
        List<ErtCache> caches = new ArrayList<>();
        for (JsonNode cache : machine.path("caches")) {
            caches.add(new ErtCache(cache.path("level").asInt(), cache.path("bytes").asLong(), cache.path("shared_by").asInt(1)));
        }
        Map<String, Double> published = new LinkedHashMap<>();
        machine.path("published").properties().forEach(roof -> published.put(roof.getKey(), roof.getValue().asDouble()));
        return new ErtMachine(
                machine.path("processor").asText("unknown processor"),
                machine.path("processors").asInt(1),
                caches,
                machine.path("gigahertz").asDouble(),
                machine.path("kernels").asText(""),
                device(machine),
                published);
    }

    private static ErtSample sample(JsonNode sample) {
        double seconds = sample.path("counter").path("repr_data").asDouble();
        JsonNode run = sample.path("exec-params");
        boolean isOfGpu = device(sample).startsWith(ErtMachine.GPU);
        ErtSampledKernel kernel = new ErtSampledKernel(
                sample.path("label").asText(""),
                sample.path("dtype").asText(""),
                sample.path("vector-bits").asInt(),
                sample.path("ops-per-set").asInt(),
                sample.path("peak").asBoolean(),
                sample.path("instructions").asBoolean());
        ErtConditions conditions = new ErtConditions(
                run.path("nthreads").asInt(1),
                sample.path("working-set").asLong(),
                sample.path("level").asText(""),
                isOfGpu ? new ErtLaunch(run.path("nstreams").asInt(), run.path("grid_size").asInt(), run.path("block_size").asInt())
                        : null);
        ErtTiming timing = new ErtTiming(
                sample.path("trials").asInt(1),
                sample.path("total-bytes").asDouble(),
                sample.path("total-ops").asDouble(),
                seconds * 1e9,
                sample.path("median").asDouble(seconds) * 1e9);
        return new ErtSample(kernel, conditions, timing);
    }
}
